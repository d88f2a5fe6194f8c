import { SURVEY_KINDS, type SurveyKind } from 'shared-ui/contract';
import { CLAUSE_IDS, type ClauseId } from './clauses.ts';

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

/** The clauses that each part checks, besides those that every visit to the product checks. */
export const CHECKED_BY: Record<Part, readonly ClauseId[]> = {
  drafts: ['drafts'],
  answers: ['delivers', 'answers', 'thanks', 'failure'],
  drawings: [
    'draws',
    'languages',
    'retention',
    'headings',
    'direction',
    'widths',
    'accessibility',
    'touch',
    'keyboard',
  ],
  versions: ['answers', 'junk', 'isolation', 'quiet'],
  moments: ['once', 'queued'],
  breaking: ['fail'],
  leaving: ['unmount', 'leaks', 'borders'],
  'mounted by hand': ['export', 'unmount', 'leaks'],
};

/** Clauses that are checked without the product. */
export const DECLARED: readonly ClauseId[] = ['remote.json', 'files', 'size'];

/** Clauses that may be violated at any moment while a survey is filled in and sent. */
const IN_USE: readonly ClauseId[] = ['fail', 'network', 'isolation', 'quiet'];

/** Parts that use what an earlier part has sent. */
const AFTER_SENDING: readonly Part[] = ['versions', 'moments'];

/** Clauses that don't depend on a survey's questions, so checking one survey is enough. */
const BY_ONE: readonly ClauseId[] = ['loads', 'once', 'queued', 'unmount', 'leaks', 'borders'];

/** Returns whether a clause is checked for each survey. */
export const isForEach = (clause: ClauseId): boolean => !DECLARED.includes(clause) && !BY_ONE.includes(clause);

/** What one run of the kit checks. */
export interface Plan {
  clauses: readonly ClauseId[];
  /** The surveys to examine; where one is enough, the first. */
  kinds: readonly SurveyKind[];
  /** The parts that the clauses need; empty if it is enough to open the surveys. */
  parts: readonly Part[];
}

/** The whole kit: every clause, for every survey. Only this leads to a receipt. */
export const WHOLE: Plan = { clauses: CLAUSE_IDS, kinds: SURVEY_KINDS, parts: PARTS };

/** Returns whether the plan's clauses need the running product. */
export const needsProduct = ({ clauses }: Plan): boolean => clauses.some((clause) => !DECLARED.includes(clause));

/** Returns the shortest plan that checks the clauses for the surveys. */
export function planFor(clauses: readonly ClauseId[], kinds: readonly SurveyKind[] = SURVEY_KINDS): Plan {
  const isWanted = (clause: ClauseId) => clauses.includes(clause);
  const checking = PARTS.filter((part) => CHECKED_BY[part].some(isWanted));
  const using: Part[] = clauses.some((clause) => IN_USE.includes(clause)) ? ['answers'] : [];
  const sending: Part[] = checking.some((part) => AFTER_SENDING.includes(part)) ? ['answers'] : [];
  const needed = new Set<Part>([...checking, ...using, ...sending]);
  return {
    clauses,
    kinds: clauses.some(isForEach) ? kinds : kinds.slice(0, 1),
    parts: PARTS.filter((part) => needed.has(part)),
  };
}
