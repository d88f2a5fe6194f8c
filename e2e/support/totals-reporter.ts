import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from 'playwright/types/testReporter';
import { sumFigures } from './figures.ts';

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

/**
 * Ends the run with its figures, the failed tests and the totals line that `npm test` adds up. A test that did not run
 * counts as failed.
 */
export default class TotalsReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    for (const line of sumFigures(tests.flatMap(({ results }) => results))) console.log(line);
    const failed = tests.filter((test) => test.outcome() !== 'expected');
    for (const test of failed) console.log(`failed: ${describe(test)}`);
    console.log(`${tests.length - failed.length} passed, ${failed.length} failed`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Returns a failed test's location, title and the first lines of its error. */
function describe({ location, results, title, parent }: TestCase): string {
  const place = `[${parent.project()?.name}] ${relative(process.cwd(), location.file)}:${location.line}`;
  const [message = 'it did not run'] = results.flatMap(({ errors }) => errors.map((error) => error.message ?? ''));
  return `${place} › ${title}: ${message.replace(COLOURS, '').split('\n').slice(0, 4).join(' ')}`;
}
