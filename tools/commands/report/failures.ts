import { plainLines } from './totals.ts';

/** A failed test as the end-to-end reporter prints it: `failed: journeys/a.spec.ts:12 › title: message`. */
const REPORTED = /^failed: (.+)$/;
const NODE_SECTION = /^✖ failing tests:$/;
const NODE_PLACE = /^test at (.+):\d+$/;
const NODE_TITLE = /^✖ (.+) \([\d.]+ms\)$/;
const JEST_FILE = /^FAIL (\S+)/;
/** Title of a failed test, not of its console output. */
const JEST_TITLE = /^● (?!Console$)(.+)$/;

/** Returns the failed tests in a test runner's output, one line each: file, title, and the error if it is printed. */
export function readFailures(output: string): string[] {
  const failures = new Set<string>();
  let inNodeSection = false;
  let place = '';
  const lines = plainLines(output);
  for (const [index, line] of lines.entries()) {
    inNodeSection ||= NODE_SECTION.test(line);
    place = (inNodeSection ? NODE_PLACE : JEST_FILE).exec(line)?.[1] ?? place;
    const title = (inNodeSection ? NODE_TITLE : JEST_TITLE).exec(line)?.[1];
    if (title !== undefined)
      failures.add(inNodeSection ? `${place} › ${title}: ${lines[index + 1] ?? ''}` : `${place} › ${title}`);
    const reported = REPORTED.exec(line)?.[1];
    if (reported !== undefined) failures.add(reported);
  }
  return [...failures];
}
