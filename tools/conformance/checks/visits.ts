import type { SurveyKind } from 'shared-ui/contract';
import { checkOthers, checkSending, type Sent } from '../answers.ts';
import { type Examination, listenTo, under, whyNotShown } from '../examination.ts';
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
  return isShown;
}

/** Uses the open survey like a person. Returns what was sent, if sending is examined and works. */
async function useOne(visit: Visit, survey: SurveyKind, isFirst: boolean, examination: Examination) {
  const { product, parts, findings } = examination;
  let sent: Sent | undefined;
  if (parts.includes('drafts')) {
    await under('drafts', findings, async () => {
      if (await checkDrafts(visit, survey, isFirst, findings)) return;
      await product.reopen(visit);
      await visit.open(survey);
    });
  }
  await checkNotRemoved(visit, survey, findings);
  if (parts.includes('answers')) {
    await under('answers', findings, async () => {
      sent = await checkSending(visit, survey, findings);
    });
  }
  return sent;
}

/** Simulates the first user: fills in every survey, leaves, comes back and submits. Returns what was sent. */
export async function makeFirstVisit(examination: Examination): Promise<Map<SurveyKind, Sent>> {
  const { product, kinds, pace, findings } = examination;
  const sent = new Map<SurveyKind, Sent>();
  const visit = await product.visit({ pace });
  const arrivedBefore = (await product.stack.receipts()).length;
  for (const [place, survey] of kinds.entries()) {
    if (!(await openOne(visit, survey, place === 0, examination))) {
      if (place === 0) break;
      continue;
    }
    await visit.settleConsole();
    const answers = await useOne(visit, survey, place === 0, examination);
    if (answers) sent.set(survey, answers);
  }
  if (sent.size > 0) {
    const arrived = (await product.stack.receipts()).length - arrivedBefore;
    findings.expect('delivers', arrived === sent.size, `${arrived} of ${sent.size} surveys arrived at the recorder`);
  }
  listenTo(visit, findings);
  await visit.end();
  return sent;
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
