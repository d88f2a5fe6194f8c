import type { SurveyKind } from 'shared-ui/contract';
import { reasonOf } from '../../gateway/common/plain-error.ts';
import { checkAttempts } from './checks/isolation.ts';
import { checkQuiet } from './checks/quiet.ts';
import type { ClauseId } from './clauses.ts';
import type { Findings } from './findings.ts';
import type { Office } from './visit/office.ts';
import type { Visit } from './visit/visit.ts';

/** Parts of the examination, in order, once the form has opened. */
export const PARTS = [
  'drafts',
  'answers',
  'drawings',
  'versions',
  'moments',
  'breaking',
  'leaving',
  'mounted by hand',
] as const;
export type Part = (typeof PARTS)[number];

/** One remote under examination, published in a running product. */
export interface Examination {
  office: Office;
  /** A copy of the remote's files. */
  folder: string;
  kinds: readonly SurveyKind[];
  parts: readonly Part[];
  /** Pause of the first visit's user before each touch, in milliseconds. */
  pace: number;
  container: string;
  expose: string;
  findings: Findings;
}

/**
 * Runs the work and records anything it throws as a fault of the remote: a form that can't be examined can't be used.
 */
export async function under(clause: ClauseId, findings: Findings, work: () => Promise<void>): Promise<void> {
  await work().catch((thrown: unknown) => findings.fault(clause, reasonOf(thrown).split('\n')[0] ?? ''));
}

/** Records what the browser itself reported about a visit, at its end. */
export function listenTo(visit: Visit, findings: Findings): void {
  checkAttempts(visit, findings);
  checkQuiet(visit, findings);
}
