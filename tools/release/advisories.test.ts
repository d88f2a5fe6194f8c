/** Asks npm's registry, so only a release's tests run it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlainError } from 'server-kit/plain-error';
import { type Advisory, advisoriesIn, askRegistry, checkAdvisories, readSeen } from '../commands/review/advisories.ts';

/** Returns the known advisories, or why the registry gave none. */
function known(): Advisory[] | string {
  try {
    return advisoriesIn(askRegistry());
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return error.message;
  }
}

test('no package is overdue, where npm’s registry gives advisories', async (context) => {
  const advisories = known();
  if (typeof advisories === 'string') {
    context.skip(advisories);
    return;
  }
  const { isOverdue, lines } = checkAdvisories(advisories, await readSeen(), new Date());
  assert.equal(isOverdue, false, lines.join('\n'));
});
