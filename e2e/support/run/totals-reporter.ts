import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from 'playwright/types/testReporter';
import { REPO } from 'server-kit/paths';
import { type Failure, formatFailure } from 'tools/commands/report/results';
import { sumFigures } from './figures.ts';

/**
 * Ends the run with its figures, the tests that failed or passed at a second try, and the totals line that `npm test`
 * adds up. A test that did not run counts as failed.
 */
export default class TotalsReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    for (const line of sumFigures(tests.flatMap(({ results }) => results))) console.log(line);
    const flaky = tests.filter((test) => test.outcome() === 'flaky');
    const failed = tests.filter((test) => test.outcome() !== 'expected' && test.outcome() !== 'flaky');
    for (const test of failed) console.log(formatFailure('failed', firstFailure(test)));
    for (const test of flaky) console.log(formatFailure('flaky', firstFailure(test)));
    console.log(`${tests.length - failed.length} passed, ${failed.length} failed`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function firstFailure({ location, results, title, parent }: TestCase): Failure {
  const [message = 'it did not run'] = results.flatMap(({ errors }) => errors.map((error) => error.message ?? ''));
  const file = relative(REPO, location.file);
  return { group: parent.project()?.name, file, line: location.line, title, message };
}
