import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { eachAtOnce } from './at-once.ts';

describe('eachAtOnce', () => {
  it('processes all items, at most two at a time, and keeps their order', async () => {
    let running = 0;
    let most = 0;
    const results = await eachAtOnce([5, 1, 4, 2, 3], async (turns) => {
      running += 1;
      most = Math.max(most, running);
      for (let count = 0; count < turns; count += 1) await turn();
      running -= 1;
      return turns * 10;
    });
    assert.deepEqual(results, [50, 10, 40, 20, 30]);
    assert.equal(most, Math.min(2, availableParallelism()));
  });

  it('finishes running work when an item fails, and starts nothing more', async () => {
    const finished: number[] = [];
    const work = async (item: number) => {
      await turn();
      if (item === 1) throw new Error('The first fails');
      await turn();
      finished.push(item);
    };
    await assert.rejects(eachAtOnce([1, 2, 3, 4], work), /The first fails/);
    assert.deepEqual(finished, availableParallelism() > 1 ? [2] : []);
  });
});
