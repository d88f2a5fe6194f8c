import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FrameMemory, MAX_HELD } from './memory.ts';

const QUARTER = MAX_HELD / 4;

it('FrameMemory closes the connection whose large message began last, once all together hold too much', () => {
  const memory = new FrameMemory();
  const closed: string[] = [];
  const holders = ['a', 'b', 'c', 'd', 'e', 'ordinary'].map((name) => ({
    isBusy: false,
    close: () => void closed.push(name),
  }));
  const hold = (index: number, bytes: number) => {
    const holder = holders[index];
    if (holder) memory.hold(holder, bytes);
  };
  for (const index of [0, 1, 2, 3]) hold(index, QUARTER);
  hold(5, 10_000);
  assert.deepEqual(closed, []);
  hold(4, 100_000);
  assert.deepEqual(closed, ['e']);
  hold(0, QUARTER + 1);
  assert.deepEqual(closed, ['e', 'd']);
  const [, , third] = holders;
  if (third) third.isBusy = true;
  hold(0, 2 * QUARTER + 1);
  assert.deepEqual(closed, ['e', 'd', 'b'], 'one that is being stored stays');
  hold(0, 0);
  for (const index of [1, 3]) hold(index, QUARTER);
  assert.equal(closed.length, 3);
});
