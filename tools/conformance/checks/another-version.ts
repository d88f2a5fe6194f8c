import type { SurveyKind } from 'shared-ui/contract';
import { checkOthers, type Sent } from '../answers.ts';
import { type Examination, listenTo } from '../examination.ts';
import { withJunk } from './drafts.ts';
import { checkReplaced, replacedFunctions } from './isolation.ts';
import { checkConsole } from './quiet.ts';

/** Checks the version under test with drafts left by another version. */
export async function afterAnotherVersion(
  { office, folder, findings }: Examination,
  sent: Map<SurveyKind, Sent>,
): Promise<void> {
  findings.note('junk');
  const { visit, replaced } = await withJunk(office, folder, sent);
  for (const [survey, earlier] of sent) {
    const isShown = await visit.open(survey);
    findings.expect('junk', isShown && !(await visit.apologises()), `${survey}: with such a draft nothing is drawn`);
    if (isShown) await checkOthers(visit, survey, earlier, findings);
  }
  await office.again(visit);
  const [survey = 'admission' as const] = sent.keys();
  if (!(await visit.open(survey))) throw new Error(`${survey}: opened once more, nothing is drawn`);
  await visit.fillOne(0, 'last');
  checkReplaced(replaced, await replacedFunctions(visit), await visit.browsersNames(), findings);
  listenTo(visit, findings);
  await checkConsole(visit, findings);
  await visit.end();
}
