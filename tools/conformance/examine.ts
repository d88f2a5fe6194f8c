import { readFolder } from 'server-kit/disk';
import type { Chromium } from './browser/launch.ts';
import { checkMoments } from './checks/answers.ts';
import { checkBreaking } from './checks/breaking.ts';
import { checkByHand } from './checks/by-hand.ts';
import { checkDeclared } from './checks/declared.ts';
import { checkDrawings } from './checks/drawn.ts';
import { noteNames } from './checks/isolation.ts';
import { checkLeaving } from './checks/leaving.ts';
import { makeFirstVisit, visitAfterAnotherVersion } from './checks/visits.ts';
import { CHECKED_BY, CLAUSE_IDS, type ClauseId, isDeclared, type Part, type Plan, WHOLE } from './clauses.ts';
import { type Examination, numberVersion, publishAlone } from './examination.ts';
import { type Finding, Findings } from './findings.ts';
import { openProduct, type RunningProduct } from './visit/product.ts';

/** What to examine; everything by default. */
export interface ExamineOptions extends Partial<Plan> {
  /** Pause of the first visit's user before each touch, in milliseconds. */
  pace?: number;
  /** The page's origin. */
  site?: string;
  /** Number of this run, from 1: a product that keeps running may have had another build of the same version. */
  run?: number;
}

/** Parts that submit a survey. Skipped for a remote that submits none. */
const NEED_SENDING: readonly Part[] = ['versions', 'moments', 'breaking'];

/** Parts that use a form. Skipped for one that calls `fail()` when it is used. */
const NEED_USE: readonly Part[] = [...NEED_SENDING, 'leaving'];

/** Clauses that may keep a survey from being sent. */
const CHECKED_BY_USE: readonly ClauseId[] = ['fail', ...CHECKED_BY.drafts, ...CHECKED_BY.answers];

async function checkRunning(examination: Examination): Promise<void> {
  const { product, parts, findings } = examination;
  const { sent, shown } = await makeFirstVisit(examination);
  if (findings.firstBroken(['loads'])) return leaveOpen(findings, 'loads');
  const [first = 'admission' as const] = shown;
  /** The parts after the first visit, and the clause that an error in one violates. */
  const works: [part: Part, violated: ClauseId, work: () => Promise<void>][] = [
    ['drawings', 'draws', () => checkDrawings(product, shown, findings)],
    ['versions', 'junk', () => visitAfterAnotherVersion(examination, sent)],
    ['moments', 'once', () => checkMoments(product, sent, findings)],
    ['breaking', 'fail', () => checkBreaking(product, first, findings)],
    ['leaving', 'unmount', () => checkLeaving(product, first, findings)],
    ['mounted by hand', 'unmount', () => checkByHand(examination, first)],
  ];
  const noneSent = sent.size === 0 ? findings.firstBroken(CHECKED_BY_USE) : undefined;
  for (const [part, violated, work] of works.filter(([each]) => parts.includes(each))) {
    if (noneSent && (noneSent === 'fail' ? NEED_USE : NEED_SENDING).includes(part))
      findings.skip(CHECKED_BY[part], noneSent);
    else await findings.under(async () => violated, CHECKED_BY[part], work);
  }
}

/** Marks everything that is checked in the product as not checked. */
function leaveOpen(findings: Findings, cause: ClauseId): void {
  findings.skip(
    CLAUSE_IDS.filter((clause) => !isDeclared(clause)),
    cause,
  );
}

/**
 * Checks a built surveys remote against every clause of `survey@1`: first its files, then in the product itself, as a
 * patient's phone shows it. The remote cannot interfere with the kit: input is simulated touch, reading happens in an
 * isolated world, and network traffic is observed outside the browser.
 * @param folder a copy of the remote's files
 * @param where starts the product and the browser; called unless the files decide everything
 */
export async function examine(
  folder: string,
  where: () => Promise<{ running: RunningProduct; chromium: Chromium }>,
  { pace = 0, site, run = 1, ...wishes }: ExamineOptions = {},
): Promise<Finding[]> {
  const plan: Plan = { ...WHOLE, ...wishes };
  const findings = new Findings(plan.clauses);
  const files = await readFolder(folder);
  checkDeclared(files, findings);
  // Invalid remotes are not run; one that is only too big is.
  const invalid = findings.firstBroken(['remote.json', 'files']);
  if (invalid) leaveOpen(findings, invalid);
  if (invalid || plan.clauses.every(isDeclared)) return findings.all();
  noteNames(files, findings);
  const { running, chromium } = await where();
  const product = await openProduct(running, chromium, site);
  if (run > 1) await numberVersion(folder, run);
  const { container, expose } = await publishAlone(running, folder);
  await checkRunning({ ...plan, product, folder, pace, container, expose, findings });
  findings.note('network');
  for (const { method, url } of product.proxy.strays) findings.fault('network', `${method} ${url}`);
  return findings.all();
}
