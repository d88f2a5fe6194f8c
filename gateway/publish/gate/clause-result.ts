import type { FailureCode } from 'shared-ui/contract/host';

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
  'connect',
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
  /** The failed clause that this failure follows from. */
  because?: Clause;
}

/** Clause -> the clauses that may fail because of it, and pass once it does. */
const CAUSES: Partial<Record<Clause, readonly Clause[]>> = {
  files: ['contract', 'container', 'shared', 'types', 'styles', 'budget'],
  shared: ['types', 'budget'],
  contract: ['types', 'receipt'],
};

/** Marks failures that follow from another clause's: to mend that one is enough, or has to come first. */
export function withCauses(results: readonly ClauseResult[]): ClauseResult[] {
  const failed = new Set(results.filter(({ faults }) => faults.length > 0).map(({ clause }) => clause));
  const causes = (Object.keys(CAUSES) as Clause[]).filter((clause) => failed.has(clause));
  return results.map((result) => {
    const because = causes.find((cause) => CAUSES[cause]?.includes(result.clause));
    return because === undefined || !failed.has(result.clause) ? result : { ...result, because };
  });
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

function lineOf({ clause, faults, note, because }: ClauseResult): string {
  if (faults.length === 0) return `yes ${clause}: ${note}`;
  return because === undefined
    ? `no  ${clause}: ${faults.join('; ')}`
    : `no  ${clause}: follows from ${because} (${faults.join('; ')})`;
}

/** Returns one line per clause, which starts with "yes" or "no". */
export const resultLines = (results: readonly ClauseResult[]): string[] => results.map(lineOf);
