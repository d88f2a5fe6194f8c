/** Reads the pages of a hospital's review and checks them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from '../../gateway/paths.ts';
import { problemsOfText } from './evidence.ts';
import { problemsOfHazards } from './hazards.ts';
import { problemsOfRows, type Row, rowsOf } from './rows.ts';

const read = (page: string) => readFileSync(join(REPO, page), 'utf8');

const HAZARDS = 'docs/hazards.md';
/** Other pages whose links lead to tests. */
const OTHER_PAGES = ['docs/asvs/README.md', 'docs/asvs/keys-and-algorithms.md', 'docs/record-of-processing.md'];

/** Returns all rows of docs/asvs, sorted by number. */
export function readRows(): Row[] {
  const pages = globSync('docs/asvs/v*.md', { cwd: REPO });
  const order = ({ id }: Row) => id.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);
  return pages.flatMap((page) => rowsOf(read(page), page)).sort((one, other) => order(one) - order(other));
}

/** Returns everything that is wrong with the review, one line each. */
export const problemsOfReview = (): string[] => [
  ...problemsOfRows(readRows()),
  ...problemsOfHazards(read(HAZARDS), HAZARDS),
  ...OTHER_PAGES.flatMap((page) => problemsOfText(read(page), page).map((problem) => `${page}: ${problem}`)),
];
