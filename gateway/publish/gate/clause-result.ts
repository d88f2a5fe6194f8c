import type { FailureCode } from '../../../shell/src/remotes/failure.ts';

/** The gate's clauses, in the order of its output. */
export const CLAUSES = [
  'schema',
  'contract',
  'container',
  'files',
  'shared',
  'types',
  'styles',
  'budget',
  'routes',
  'version',
  'receipt',
] as const;
export type Clause = (typeof CLAUSES)[number];

/** Result of one clause; it passes without faults. */
export interface ClauseResult {
  clause: Clause;
  /** What is wrong, with the field or file, and how to fix it. */
  faults: string[];
  /** What was checked, or why nothing could be. */
  note: string;
}

/** Formats a fault with the code that the page's loader would report for it. */
export const fault = (code: FailureCode, says: string): string => `${code} ${says}`;

/** Returns a clause's result; `note` is shown when there are no faults. */
export const clauseResult = (clause: Clause, faults: string[], note: string): ClauseResult => ({
  clause,
  faults,
  note,
});

/** Returns whether a version may be published. */
export const mayPass = (results: readonly ClauseResult[]): boolean =>
  results.every(({ faults }) => faults.length === 0);

/** Returns one line per clause, which starts with "yes" or "no". */
export const resultLines = (results: readonly ClauseResult[]): string[] =>
  results.map(({ clause, faults, note }) =>
    faults.length === 0 ? `yes ${clause}: ${note}` : `no  ${clause}: ${faults.join('; ')}`,
  );
