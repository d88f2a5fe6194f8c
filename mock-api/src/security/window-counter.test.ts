import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WindowCounter } from './window-counter.ts';

test('a person over the limit waits until the minute is over, and others do not', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const calls = new WindowCounter(2);
  const callAfter = (person: string, ms: number) => {
    mock.timers.tick(ms);
    return calls.add(person);
  };
  assert.deepEqual(
    [callAfter('one', 0), callAfter('one', 10_000), callAfter('one', 10_000)],
    [undefined, undefined, 40],
  );
  assert.equal(callAfter('other', 0), undefined);
  assert.equal(callAfter('one', 40_000), undefined);
});
