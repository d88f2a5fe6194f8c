import type { SurveyKind } from 'shared-ui/contract';
import { CLAUSE_IDS, type ClauseId } from '../clauses.ts';
import { type Examination, listenTo, under, whyNotShown } from '../examination.ts';
import { CHECKED_BY, isForEach } from '../plan.ts';
import { checkOthers, checkSending, type Sent } from '../results/answers.ts';
import type { Findings } from '../results/findings.ts';
import type { Visit } from '../visit/visit.ts';
import { checkNotRemoved } from './breaking.ts';
import { checkDrafts, withJunk } from './drafts.ts';
import { checkReplaced, noteFrame, replacedFunctions } from './isolation.ts';
import { checkConsole } from './quiet.ts';

/** Opens one survey. Returns whether it shows. The first survey decides whether the remote loads at all. */
async function openOne(visit: Visit, survey: SurveyKind, isFirst: boolean, { findings }: Examination) {
  const isShown = await visit.open(survey);
  if (isFirst) findings.expect('loads', isShown, isShown ? '' : await whyNotShown(visit));
  if (isShown || !isFirst) findings.expect('export', isShown, `${survey}: nothing shows`);
  if (isFirst && isShown) noteFrame(visit, findings);
  if (!isShown && !isFirst) findings.skip(CLAUSE_IDS.filter(isForEach), 'export');
  return isShown;
}

/** Returns the clause that an error violates: `fail` if the app has removed the form. */
async function violatedBy(visit: Visit, survey: SurveyKind, clause: ClauseId, findings: Findings): Promise<ClauseId> {
  const isRemoved = await visit.showsErrorMessage();
  if (isRemoved) findings.fault('fail', `${survey}: it gave up, or the app gave it up`);
  return isRemoved ? 'fail' : clause;
}

/** Uses the open survey like a person. Returns what was sent, if sending is examined and works. */
async function useOne(visit: Visit, survey: SurveyKind, isFirst: boolean, examination: Examination) {
  const { product, parts, findings } = examination;
  let sent: Sent | undefined;
  const use = async (part: 'drafts' | 'answers', work: () => Promise<void>) => {
    if (!parts.includes(part)) return true;
    return under(() => violatedBy(visit, survey, part, findings), CHECKED_BY[part], findings, work);
  };
  const startOver = async () => {
    await product.reopen(visit);
    await visit.open(survey);
  };
  const hasDrafts = await use('drafts', async () => {
    if (!(await checkDrafts(visit, survey, isFirst, findings))) await startOver();
  });
  if (hasDrafts) await checkNotRemoved(visit, survey, findings);
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
export interface FirstVisit {
  /** The surveys that show. */
  shown: SurveyKind[];
  sent: Map<SurveyKind, Sent>;
}

/** Checks that each survey arrived once, except those that were not sent again after a refusal. */
function checkDelivered({ sent }: FirstVisit, received: number, findings: Findings): void {
  const accepted = [...sent.values()].filter(({ thanks }) => thanks !== undefined).length;
  if (accepted < sent.size) findings.skip(['delivers'], 'failure');
  if (accepted > 0) {
    findings.expect('delivers', received === accepted, `${received} of ${accepted} surveys arrived at the recorder`);
  }
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
  checkDelivered(first, received.size, findings);
  listenTo(visit, findings);
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
    findings.expect(
      'junk',
      isShown && !(await visit.showsErrorMessage()),
      `${survey}: with such a draft nothing is drawn`,
    );
    if (isShown) await checkOthers(visit, survey, earlier, findings);
  }
  await product.reopen(visit);
  const [survey = 'admission' as const] = sent.keys();
  if (!(await visit.open(survey))) throw new Error(`${survey}: opened once more, nothing is drawn`);
  await visit.fillOne(0, 'last');
  checkReplaced(replaced, await replacedFunctions(visit), await visit.browsersNames(), findings);
  listenTo(visit, findings);
  await checkConsole(visit, findings);
  await visit.end();
}
