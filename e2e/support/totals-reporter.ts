import type { FullResult, Reporter, Suite } from 'playwright/types/testReporter';
import { sumFigures } from './figures.ts';

/** Ends the run with its figures and the one line that `npm test` adds up. A test that did not run has not passed. */
export default class TotalsReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    for (const line of sumFigures(tests.flatMap(({ results }) => results))) console.log(line);
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    console.log(`${passed} passed, ${tests.length - passed} failed`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
