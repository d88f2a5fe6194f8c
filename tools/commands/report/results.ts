/** What test runners print for other programs: their totals, their failures, and what passed at a second try. */

/** A test that failed, at least at its first try. */
export interface Failure {
  /** Browser project, engine or database that the test ran in, if its runner has several. */
  group?: string | undefined;
  /** Path from the repository's root. */
  file: string;
  line: number;
  title: string;
  message: string;
}

export interface Results {
  passed: number;
  failed: number;
  /** One line each. */
  failures: string[];
  flaky: Failure[];
}

const VERDICTS = { failed: 'failed', flaky: 'passed at a second try' } as const;

/** Maximum length of an error in a line (characters). */
const LONGEST_MESSAGE = 400;

/** Returns the line that `readResults` reads: `failed: [group] file:line › title | message`. */
export function formatFailure(verdict: keyof typeof VERDICTS, { group, file, line, title, message }: Failure): string {
  const place = `${group === undefined ? '' : `[${group}] `}${file}:${line}`;
  const text = message.replace(COLOURS, '').replaceAll(/\s+/g, ' ').slice(0, LONGEST_MESSAGE);
  return `${VERDICTS[verdict]}: ${place} › ${title} | ${text}`;
}

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

/** Summary line of jest, one pattern per count. */
const JEST = { passed: /^Tests: .*?(\d+) passed/, failed: /^Tests: .*?(\d+) failed/ };
/** Final line of this repository's runners. */
const FINAL = /^(\d+) passed, (\d+) failed$/;
const FAILED = new RegExp(`^${VERDICTS.failed}: (.+)$`);
const FLAKY = new RegExp(`^${VERDICTS.flaky}: (?:\\[([^\\]]+)\\] )?(\\S+):(\\d+) › (.+?) \\| (.*)$`);
const JEST_FILE = /^FAIL (\S+)/;
/** Title of a failed test, not of its console output. */
const JEST_TITLE = /^● (?!Console$)(.+)$/;

/** Returns the results in a test runner's output. Those of a command without tests are 0. */
export function readResults(output: string): Results {
  const results: Results = { passed: 0, failed: 0, failures: [], flaky: [] };
  const failures = new Set<string>();
  let jestFile = '';
  for (const text of output.replace(COLOURS, '').split(/\r?\n/)) {
    const line = text.trim();
    const final = FINAL.exec(line);
    if (final) Object.assign(results, { passed: Number(final[1]), failed: Number(final[2]) });
    for (const count of ['passed', 'failed'] as const) results[count] += Number(JEST[count].exec(line)?.[1] ?? 0);
    jestFile = JEST_FILE.exec(line)?.[1] ?? jestFile;
    const jestTitle = JEST_TITLE.exec(line)?.[1];
    const failed = jestTitle === undefined ? FAILED.exec(line)?.[1] : `${jestFile} › ${jestTitle}`;
    if (failed !== undefined) failures.add(failed);
    const flaky = FLAKY.exec(line);
    if (flaky) {
      const [, group, file = '', at, title = '', message = ''] = flaky;
      results.flaky.push({ group, file, line: Number(at), title, message });
    }
  }
  return { ...results, failures: [...failures] };
}
