import type { SurveyKind } from 'shared-ui/contract';
import { CHECKED_BY, CLAUSE_IDS, isForEach } from '../clauses.ts';
import type { Examination } from '../examination.ts';
import type { Visit } from '../visit/visit.ts';
import { checkOthers, checkSending, type Sent } from './answers.ts';
import { checkDrafts, withJunk } from './drafts.ts';
import { checkConsole, checkReplaced, checkReports } from './isolation.ts';

/** Returns the app's console message about a remote that does not show, such as "RENDER_FAILED surveys@1.0.0: …". */
async function whyNotShown(visit: Visit): Promise<string> {
  const failure = () => visit.consoleLines().findLast(({ text }) => text.startsWith('[remote]'))?.text;
  await visit.page.until(async () => failure() !== undefined, 2_000);
  return failure()?.replace('[remote] ', '') ?? 'the survey does not show, and no step of the loader failed';
}

/** Opens one survey. Returns whether it shows. The first survey decides whether the remote loads at all. */
async function openOne(visit: Visit, survey: SurveyKind, isFirst: boolean, { findings }: Examination) {
  const isShown = await visit.open(survey);
  if (!isFirst) {
    findings.expect('export', isShown, `${survey}: no field and no button is drawn`);
    if (!isShown) findings.skip(CLAUSE_IDS.filter(isForEach), 'export');
  } else if (isShown) {
    findings.note('loads');
    findings.note('export');
    findings.note('isolation', 'it ran in a frame of an origin of its own, out of reach of the page');
  } else {
    findings.fault('loads', await whyNotShown(visit));
  }
  return isShown;
}

/** Uses the open survey like a person. Returns what was sent, if sending is examined and works. */
async function useOne(visit: Visit, survey: SurveyKind, isFirst: boolean, examination: Examination) {
  const { product, parts, findings } = examination;
  let sent: Sent | undefined;
  const checkNotRemoved = async () => {
    findings.note('fail');
    const isRemoved = await visit.showsErrorMessage();
    if (isRemoved) findings.fault('fail', `${survey}: the app removed it: ${await whyNotShown(visit)}`);
    return !isRemoved;
  };
  const use = async (part: 'drafts' | 'answers', work: () => Promise<void>) => {
    if (!parts.includes(part)) return true;
    return findings.under(async () => ((await checkNotRemoved()) ? part : 'fail'), CHECKED_BY[part], work);
  };
  const startOver = async () => {
    await product.reopen(visit);
    await visit.open(survey);
  };
  const hasDrafts = await use('drafts', async () => {
    if (!(await checkDrafts(visit, survey, isFirst, findings))) await startOver();
  });
  if (hasDrafts) await checkNotRemoved();
  else await startOver();
  const isSent = await use('answers', async () => {
    sent = await checkSending(visit, survey, findings);
  });
  // The next survey starts at the list of events.
  if (!isSent) await product.reopen(visit);
  else if (!parts.includes('answers')) await visit.leave();
  return sent;
}

/** Results of the first visit. */
interface FirstVisit {
  /** The surveys that show. */
  shown: SurveyKind[];
  sent: Map<SurveyKind, Sent>;
}

/** Simulates the first user: fills in every survey, leaves, comes back and submits. */
export async function makeFirstVisit(examination: Examination): Promise<FirstVisit> {
  const { product, kinds, pace, findings } = examination;
  const first: FirstVisit = { shown: [], sent: new Map() };
  const visit = await product.visit({ pace });
  const { received } = product.proxy;
  received.clear();
  for (const [place, survey] of kinds.entries()) {
    if (!(await openOne(visit, survey, place === 0, examination))) {
      if (place === 0) break;
      await product.reopen(visit);
      continue;
    }
    first.shown.push(survey);
    await visit.settleConsole();
    const answers = await useOne(visit, survey, place === 0, examination);
    if (answers) first.sent.set(survey, answers);
  }
  // Each survey must arrive once, except those that were not sent again after a refusal.
  const accepted = [...first.sent.values()].filter(({ thanks }) => thanks !== undefined).length;
  if (accepted < first.sent.size) findings.skip(['delivers'], 'failure');
  const seen = `${received.size} of ${accepted} surveys arrived at the recorder`;
  if (accepted > 0) findings.expect('delivers', received.size === accepted, seen);
  checkReports(visit, findings);
  await visit.end();
  return first;
}

/** Checks the version under test with drafts left by another version. */
export async function visitAfterAnotherVersion(
  { product, folder, findings }: Examination,
  sent: Map<SurveyKind, Sent>,
): Promise<void> {
  findings.note('junk');
  const { visit, replaced } = await withJunk(product, folder, sent);
  for (const [survey, earlier] of sent) {
    const isShown = await visit.open(survey);
    const isAlive = isShown && !(await visit.showsErrorMessage());
    findings.expect('junk', isAlive, `${survey}: opened with such a draft, no field and no button is drawn`);
    if (isShown) await checkOthers(visit, survey, earlier, findings);
  }
  await product.reopen(visit);
  const [survey = 'admission' as const] = sent.keys();
  if (!(await visit.open(survey))) throw new Error(`${survey}: opened again, no field and no button is drawn`);
  await visit.fillOne(0, 'last');
  await checkReplaced(visit, replaced, findings);
  checkReports(visit, findings);
  await checkConsole(visit, findings);
  await visit.end();
}
