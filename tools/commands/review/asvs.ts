import { PlainError } from '../../../gateway/common/plain-error.ts';
import { runCommand } from '../running/running.ts';
import { LINK } from './evidence.ts';
import { problemsOfReview, readRows } from './pages.ts';
import { type Row, STANDS } from './rows.ts';

/** Formats a row as one line: number, level, status, requirement and evidence, each link with its file. */
export function lineOf({ id, level, stand, asks, evidence }: Row): string {
  const words = evidence.replace(
    LINK,
    (_, text: string, target: string) => `${text} (${target.replace(/^(\.\.\/)+/, '')})`,
  );
  return `${id.padEnd(8)}L${level}  ${stand.padEnd(15)} ${asks} | ${words}`;
}

/** Returns the number of rows for each status as one line. */
export const countsOf = (rows: readonly Row[]): string =>
  STANDS.map((stand) => `${rows.filter((row) => row.stand === stand).length} ${stand}`).join(', ');

/** Prints one line per requirement. Fails if the review cites evidence that does not exist. */
function main(): void {
  const rows = readRows();
  const problems = problemsOfReview();
  console.log(rows.map(lineOf).join('\n'));
  console.log(`\n${rows.length} rows: ${countsOf(rows)}; ${problems.length} dead links`);
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
}

if (import.meta.main) runCommand(async () => main());
