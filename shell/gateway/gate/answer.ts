import type { FailureCode } from '../../src/remotes/failure.ts';

/** What the gate asks of every version, in the order of its lines. */
export const CLAUSES = [
  'schema',
  'contract',
  'container',
  'files',
  'shared',
  'types',
  'budget',
  'routes',
  'version',
  'receipt',
] as const;
export type Clause = (typeof CLAUSES)[number];

/** How one clause stands: it holds where there is no fault. */
export interface Answer {
  clause: Clause;
  /** What is wrong, with the field or file, and what to do. */
  faults: string[];
  /** What was seen, or why nothing could be. */
  note: string;
}

/** A fault that the loader would find on the page, under the loader's own code. */
export const fault = (code: FailureCode, says: string): string => `${code} ${says}`;

/** An answer, from what is wrong and from what is worth saying where nothing is. */
export const answer = (clause: Clause, faults: string[], note: string): Answer => ({ clause, faults, note });

/** Whether a version may be published. */
export const mayPass = (answers: readonly Answer[]): boolean => answers.every(({ faults }) => faults.length === 0);

/** A line a clause, which begins with "yes" or "no". */
export const answerLines = (answers: readonly Answer[]): string[] =>
  answers.map(({ clause, faults, note }) =>
    faults.length === 0 ? `yes ${clause}: ${note}` : `no  ${clause}: ${faults.join('; ')}`,
  );
