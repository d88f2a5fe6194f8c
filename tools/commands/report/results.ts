interface Totals {
  passed: number;
  failed: number;
}

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

/** Summary lines of the runners, one per count. */
const SUMMARIES: { pattern: RegExp; counts: keyof Totals }[] = [
  // node --test
  { pattern: /^(?:ℹ|#) pass (\d+)$/, counts: 'passed' },
  { pattern: /^(?:ℹ|#) (?:fail|cancelled) (\d+)$/, counts: 'failed' },
  // jest
  { pattern: /^Tests: .*?(\d+) passed/, counts: 'passed' },
  { pattern: /^Tests: .*?(\d+) failed/, counts: 'failed' },
  // Playwright; a flaky test passed in the end
  { pattern: /^(\d+) (?:passed|flaky)(?: \([\d.]+m?s?h?\))?$/, counts: 'passed' },
  { pattern: /^(\d+) (?:failed|interrupted)$/, counts: 'failed' },
];
/** Final line of this repository's runners, which run others and add up their totals. */
const FINAL = /^(\d+) passed, (\d+) failed$/;

/** Returns a command's output line by line, without colours and indentation. */
function plainLines(output: string): string[] {
  return output
    .replace(COLOURS, '')
    .split(/\r?\n/)
    .map((line) => line.trim());
}

/** Returns the totals in a test runner's output: its own final line, or else the sum of all summaries in it. */
export function readTotals(output: string): Totals {
  const lines = plainLines(output);
  const final = lines.map((line) => FINAL.exec(line)).findLast((match) => match !== null);
  if (final) return { passed: Number(final[1]), failed: Number(final[2]) };
  const totals: Totals = { passed: 0, failed: 0 };
  for (const line of lines) {
    for (const { pattern, counts } of SUMMARIES) totals[counts] += Number(pattern.exec(line)?.[1] ?? 0);
  }
  return totals;
}

/** A failed test as the end-to-end reporter prints it: `failed: journeys/a.spec.ts:12 › title: message`. */
const REPORTED = /^failed: (.+)$/;
/** Line before the title of a failed test in the list at the end of a run of `node --test`. */
const NODE_PLACE = /^test at (.+):\d+$/;
const NODE_TITLE = /^✖ (.+) \([\d.]+ms\)$/;
const JEST_FILE = /^FAIL (\S+)/;
/** Title of a failed test, not of its console output. */
const JEST_TITLE = /^● (?!Console$)(.+)$/;

/** Returns the failed tests in a test runner's output, one line each: file, title, and the error if it is printed. */
export function readFailures(output: string): string[] {
  const failures = new Set<string>();
  let place = '';
  const lines = plainLines(output);
  for (const [index, line] of lines.entries()) {
    // Each run's output also shows a failed test among the others, without its place.
    const nodePlace = NODE_PLACE.exec(lines[index - 1] ?? '')?.[1];
    const nodeTitle = NODE_TITLE.exec(line)?.[1];
    if (nodePlace !== undefined && nodeTitle !== undefined)
      failures.add(`${nodePlace} › ${nodeTitle}: ${lines[index + 1] ?? ''}`);
    place = JEST_FILE.exec(line)?.[1] ?? place;
    const title = JEST_TITLE.exec(line)?.[1];
    if (title !== undefined) failures.add(`${place} › ${title}`);
    const reported = REPORTED.exec(line)?.[1];
    if (reported !== undefined) failures.add(reported);
  }
  return [...failures];
}
