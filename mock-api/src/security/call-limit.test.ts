import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallLimit } from './call-limit.ts';

test('a person over the limit waits until the minute is over, and others do not', () => {
  const limit = new CallLimit(2);
  const call = (person: string, at: number) => limit.count(person, 1_000_000 + at);
  assert.deepEqual([call('one', 0), call('one', 10_000), call('one', 20_000)], [undefined, undefined, 40]);
  assert.equal(call('other', 20_000), undefined);
  assert.equal(call('one', 60_000), undefined);
});
