/** Reads the pages of a hospital's review, checks them, and prints their rows. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { runCommand } from '../running/running.ts';
import { LINK, problemsOfText } from './docs.ts';
import { problemsOfHazards } from './hazards.ts';
import { problemsOfRows, type Row, rowsOf, STATUSES } from './rows.ts';

const read = (page: string) => readFileSync(join(REPO, page), 'utf8');

const HAZARDS = 'docs/compliance/hazards.md';
/** Other pages whose links lead to tests. */
const OTHER_PAGES = [
  'docs/compliance/asvs/README.md',
  'docs/compliance/asvs/keys-and-algorithms.md',
  'docs/compliance/record-of-processing.md',
  'docs/compliance/care-checklists.md',
];

/** Returns all rows of docs/compliance/asvs, sorted by number. */
export function readRows(): Row[] {
  const pages = globSync('docs/compliance/asvs/v*.md', { cwd: REPO });
  const order = ({ id }: Row) => id.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);
  return pages.flatMap((page) => rowsOf(read(page), page)).sort((one, other) => order(one) - order(other));
}

/** Returns everything that is wrong with the review, one line each. */
export const problemsOfReview = (): string[] => [
  ...problemsOfRows(readRows()),
  ...problemsOfHazards(read(HAZARDS), HAZARDS),
  ...OTHER_PAGES.flatMap((page) => problemsOfText(read(page), page).map((problem) => `${page}: ${problem}`)),
];

/** Formats a row as one line: number, level, status, requirement and evidence, each link with its file. */
export function lineOf({ id, level, status, asks, evidence }: Row): string {
  const words = evidence.replace(
    LINK,
    (_, text: string, target: string) => `${text} (${target.replace(/^(\.\.\/)+/, '')})`,
  );
  return `${id.padEnd(8)}L${level}  ${status.padEnd(15)} ${asks} | ${words}`;
}

/** Returns the number of rows for each status as one line. */
export const countsOf = (rows: readonly Row[]): string =>
  STATUSES.map((status) => `${rows.filter((row) => row.status === status).length} ${status}`).join(', ');

/** Prints one line per requirement. Fails if the review cites evidence that does not exist. */
function main(): void {
  const rows = readRows();
  const problems = problemsOfReview();
  console.log(rows.map(lineOf).join('\n'));
  console.log(`\n${rows.length} rows: ${countsOf(rows)}; ${problems.length} dead links`);
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
}

if (import.meta.main) runCommand(async () => main());
