import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import { readFolder } from '../../shell/gateway/disk.ts';
import { reasonOf } from '../../shell/gateway/plain-error.ts';
import type { Stack } from '../support/stack.ts';
import { checkMoments, checkOthers, checkSending, type Sent } from './answers.ts';
import { checkBreaking, checkNotGivenUp } from './breaking.ts';
import type { Chromium } from './browser/launch.ts';
import { checkByHand } from './by-hand.ts';
import type { ClauseId } from './clauses.ts';
import { checkDeclared } from './declared.ts';
import { checkDrafts, withJunk } from './drafts.ts';
import { checkDrawings } from './drawn.ts';
import { type Finding, Findings } from './findings.ts';
import { checkAttempts, checkReplaced, noteFrame, noteNames, replacedFunctions } from './isolation.ts';
import { checkLeaving } from './leaving.ts';
import { publishAlone, whyNotShown } from './product.ts';
import { checkConsole, checkQuiet } from './quiet.ts';
import { readDeclared } from './source.ts';
import { Office } from './visit/office.ts';
import type { Visit } from './visit/visit.ts';

/** What is looked at after the first visit. */
const PARTS = ['drawings', 'versions', 'moments', 'breaking', 'leaving'] as const;
export type Part = (typeof PARTS)[number];

export interface Wishes {
  /** The surveys to draw and to send; all four unless a test is in a hurry. */
  kinds?: readonly SurveyKind[];
  /** How long the person of the first visit thinks before each touch, in milliseconds. */
  pace?: number;
  /** What to look at after the first visit; everything unless a test is in a hurry. */
  parts?: readonly Part[];
  /** The address that the page has. */
  site?: string;
}

interface Examination {
  office: Office;
  folder: string;
  kinds: readonly SurveyKind[];
  container: string;
  expose: string;
  findings: Findings;
}

/** Runs the work; what it throws is a fault of the remote, too: a form that can't be examined can't be used. */
async function under(clause: ClauseId, findings: Findings, work: () => Promise<void>): Promise<void> {
  await work().catch((thrown: unknown) => findings.fault(clause, reasonOf(thrown).split('\n')[0] ?? ''));
}

/** What the browser itself says against a visit, at its end. */
function listenTo(visit: Visit, { findings }: Examination): void {
  checkAttempts(visit, findings);
  checkQuiet(visit, findings);
}

/** The first person: answers every survey as people do, is called away, comes back, sends. Returns what was sent. */
async function asAPersonDoes(examination: Examination, pace: number): Promise<Map<SurveyKind, Sent>> {
  const { office, kinds, findings } = examination;
  const sent = new Map<SurveyKind, Sent>();
  const visit = await office.visit({ pace });
  const arrivedBefore = (await office.stack.receipts()).length;
  for (const [place, survey] of kinds.entries()) {
    const isShown = await visit.open(survey);
    if (place === 0) {
      findings.expect('loads', isShown, isShown ? '' : await whyNotShown(visit));
      if (!isShown) break;
      noteFrame(visit, findings);
    }
    findings.expect('export', isShown, `${survey}: nothing shows`);
    if (!isShown) continue;
    await under('drafts', findings, async () => {
      if (await checkDrafts(visit, survey, place === 0, findings)) return;
      await office.again(visit);
      await visit.open(survey);
    });
    await checkNotGivenUp(visit, survey, findings);
    await under('answers', findings, async () => void sent.set(survey, await checkSending(visit, survey, findings)));
  }
  if (sent.size > 0) {
    const receipts = await office.stack.receipts();
    const arrived = receipts.length - arrivedBefore;
    findings.expect('delivers', arrived === sent.size, `${arrived} of ${sent.size} surveys arrived at the recorder`);
  }
  listenTo(visit, examination);
  await visit.end();
  return sent;
}

/** The version before has left drafts; the one under test takes over. */
async function afterAnotherVersion(examination: Examination, sent: Map<SurveyKind, Sent>): Promise<void> {
  const { office, folder, findings } = examination;
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
  listenTo(visit, examination);
  await checkConsole(visit, findings);
  await under('unmount', findings, () => checkByHand(visit, examination));
  await visit.end();
}

async function checkRunning(examination: Examination, { pace = 0, parts = PARTS }: Wishes): Promise<void> {
  const { office, kinds, findings } = examination;
  const sent = await asAPersonDoes(examination, pace);
  const [first] = kinds;
  if (findings.isBroken('loads') || first === undefined || sent.size === 0) return;
  const works: Record<Part, [clause: ClauseId, work: () => Promise<void>]> = {
    drawings: ['draws', () => checkDrawings(office, kinds, findings)],
    versions: ['junk', () => afterAnotherVersion(examination, sent)],
    moments: ['once', () => checkMoments(office, sent, findings)],
    breaking: ['fail', () => checkBreaking(office, first, findings)],
    leaving: ['unmount', () => checkLeaving(office, first, findings)],
  };
  for (const part of parts) await under(works[part][0], findings, works[part][1]);
}

/**
 * Holds a built surveys remote against every clause of `survey@1`: its files first, then in the product itself, as the
 * phone of a patient shows it. Nothing of this is in reach of the remote: it is touched by fingers, read from a world of
 * its own, and what goes over the network is seen outside the browser.
 * @param folder a copy of the remote's files
 */
export async function examine(
  folder: string,
  stack: Stack,
  chromium: Chromium,
  wishes: Wishes = {},
): Promise<Finding[]> {
  const { kinds = SURVEY_KINDS, site } = wishes;
  const findings = new Findings();
  await checkDeclared(folder, await readDeclared(folder), findings);
  // What may not be published is not run; a remote that is only too big still is.
  if (findings.isBroken('remote.json', 'files')) return findings.all();
  noteNames(await readFolder(folder), findings);
  const office = await Office.open(stack, chromium, site);
  const { container, expose } = await publishAlone(stack, folder);
  await checkRunning({ office, folder, kinds, container, expose, findings }, wishes);
  findings.note('network');
  for (const { method, url } of office.middleman.strays) findings.fault('network', `${method} ${url}`);
  return findings.all();
}
