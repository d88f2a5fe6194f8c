import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import type { Stack } from '../../e2e/support/stack.ts';
import { readFolder } from '../../gateway/common/disk.ts';
import { checkMoments, type Sent } from './answers.ts';
import type { Chromium } from './browser/launch.ts';
import { checkByHand } from './by-hand.ts';
import { checkBreaking } from './checks/breaking.ts';
import { checkDrawings } from './checks/drawn.ts';
import { noteNames } from './checks/isolation.ts';
import { checkLeaving } from './checks/leaving.ts';
import { makeFirstVisit, visitAfterAnotherVersion } from './checks/visits.ts';
import type { ClauseId } from './clauses.ts';
import { checkDeclared } from './declared.ts';
import { type Examination, PARTS, type Part, publishAlone, under } from './examination.ts';
import { type Finding, Findings } from './findings.ts';
import { readDeclared } from './source.ts';
import { Product } from './visit/product.ts';

export interface ExamineOptions {
  /** The surveys to examine; defaults to all four. */
  kinds?: readonly SurveyKind[];
  /** Pause of the first visit's user before each touch, in milliseconds. */
  pace?: number;
  /** The parts to examine once the form has opened; defaults to all. */
  parts?: readonly Part[];
  /** The page's origin. */
  site?: string;
}

/** Returns the work of each part after the first visit, and the clause to blame if it throws. */
function worksOf(examination: Examination, sent: Map<SurveyKind, Sent>) {
  const { product, kinds, findings } = examination;
  const [first = 'admission' as const] = kinds;
  const works: Partial<Record<Part, [clause: ClauseId, work: () => Promise<void>]>> = {
    drawings: ['draws', () => checkDrawings(product, kinds, findings)],
    breaking: ['fail', () => checkBreaking(product, first, findings)],
    leaving: ['unmount', () => checkLeaving(product, first, findings)],
    'mounted by hand': ['unmount', () => checkByHand(examination, first)],
  };
  if (sent.size === 0) return works;
  works.versions = ['junk', () => visitAfterAnotherVersion(examination, sent)];
  works.moments = ['once', () => checkMoments(product, sent, findings)];
  return works;
}

async function checkRunning(examination: Examination): Promise<void> {
  const { parts, findings } = examination;
  const sent = await makeFirstVisit(examination);
  if (findings.isBroken('loads')) return;
  const works = worksOf(examination, sent);
  for (const part of PARTS) {
    const [clause, work] = works[part] ?? [];
    if (clause && work && parts.includes(part)) await under(clause, findings, work);
  }
}

/**
 * Checks a built surveys remote against every clause of `survey@1`: first its files, then in the product itself, as a
 * patient's phone shows it. The remote cannot interfere with the kit: input is simulated touch, reading happens in an
 * isolated world, and network traffic is observed outside the browser.
 * @param folder a copy of the remote's files
 */
export async function examine(
  folder: string,
  stack: Stack,
  chromium: Chromium,
  { kinds = SURVEY_KINDS, parts = PARTS, pace = 0, site }: ExamineOptions = {},
): Promise<Finding[]> {
  const findings = new Findings();
  await checkDeclared(folder, await readDeclared(folder), findings);
  // Invalid remotes are not run; one that is only too big is.
  if (findings.isBroken('remote.json', 'files')) return findings.all();
  noteNames(await readFolder(folder), findings);
  const product = await Product.open(stack, chromium, site);
  const { container, expose } = await publishAlone(stack, folder);
  await checkRunning({ product, folder, kinds, parts, pace, container, expose, findings });
  findings.note('network');
  for (const { method, url } of product.proxy.strays) findings.fault('network', `${method} ${url}`);
  return findings.all();
}
