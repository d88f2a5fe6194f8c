import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryDelay } from './outbox.ts';

describe('retryDelay', () => {
  it('doubles from 5 seconds to half an hour, half of it random', () => {
    for (const [attempts, longest] of [
      [1, 5_000],
      [2, 10_000],
      [4, 40_000],
      [20, 1_800_000],
    ] as const) {
      const waits = Array.from({ length: 200 }, () => retryDelay(attempts));
      assert.ok(waits.every((wait) => wait >= longest / 2 && wait <= longest));
      assert.ok(new Set(waits).size > 100);
    }
  });

  it('is at least what the service asks for, up to half an hour', () => {
    assert.ok(retryDelay(1, 120_000) >= 120_000);
    assert.equal(retryDelay(1, 86_400_000), 1_800_000);
  });
});
