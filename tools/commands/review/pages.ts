/** Reads the pages of a hospital's review and checks them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from '../../../gateway/common/paths.ts';
import { problemsOfText } from './evidence.ts';
import { problemsOfHazards } from './hazards.ts';
import { problemsOfRows, type Row, rowsOf } from './rows.ts';

const read = (page: string) => readFileSync(join(REPO, page), 'utf8');

const HAZARDS = 'docs/compliance/hazards.md';
/** Other pages whose links lead to tests. */
const OTHER_PAGES = [
  'docs/compliance/asvs/README.md',
  'docs/compliance/asvs/keys-and-algorithms.md',
  'docs/compliance/record-of-processing.md',
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
