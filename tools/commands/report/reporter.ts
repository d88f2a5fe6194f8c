import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { REPO } from 'server-kit/paths';

/** What the reporter writes, one JSON text a line. A run without a `done` line ended before its tests did. */
export type Line = { done: true } | ({ file: string } & ({ passed: true } | TestFailure));

interface TestFailure {
  passed: false;
  line: number;
  title: string;
  message: string;
}

/** Returns what is worth a line: results of tests, not of suites or of tests that only failed with a subtest. */
function lineOf({ type, data }: TestEvent): Line | undefined {
  if (type === 'test:summary') return { done: true };
  if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') return undefined;
  const file = relative(REPO, data.file ?? '');
  if (type === 'test:pass') return data.skip || data.todo ? undefined : { file, passed: true };
  const { error } = data.details;
  if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined;
  const cause = error.cause instanceof Error ? error.cause : error;
  return { file, passed: false, line: data.line ?? 1, title: data.name, message: cause.message };
}

/** Reporter of `node --test` for `runBatches`. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const line = lineOf(event);
    if (line) yield `${JSON.stringify(line)}\n`;
  }
}
