import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOverMeanwhile, failoversReport } from './failovers.ts';

/** `npm run failovers -w e2e` is the long form. */
const PLAN = { kills: 2, phones: 10, seed: 1 };

test('killing the primary loses and repeats no acknowledged write', async () => {
  const result = await failOverMeanwhile(PLAN);
  console.log(failoversReport(PLAN, result));
  assert.deepEqual([result.lost, result.surplus, result.unreported], [[], 0, 0]);
  assert.equal(result.receipts.size, result.handedIn);
  assert.ok(result.handedIn > PLAN.kills * PLAN.phones);
});
