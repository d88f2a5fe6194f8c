import type { FullResult, Reporter, Suite } from 'playwright/types/testReporter';

/** Ends the run with the one line that `npm test` adds up. A test that did not run has not passed. */
export default class TotalsReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const outcomes = this.#suite?.allTests().map((test) => test.outcome()) ?? [];
    const passed = outcomes.filter((outcome) => outcome === 'expected').length;
    console.log(`${passed} passed, ${outcomes.length - passed} failed`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
