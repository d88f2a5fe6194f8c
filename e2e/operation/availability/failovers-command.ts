/** `npm run failovers -w e2e -- --kills 50 --phones 50 --seed 1` runs the long form, and fails if a write is lost. */
import assert from 'node:assert/strict';
import { readArguments } from 'server-kit/command-line';
import { failOverMeanwhile, failoversReport } from './failovers.ts';

const { kills, phones, seed } = readArguments(process.argv.slice(2), {
  kills: { type: 'string', default: '50' },
  phones: { type: 'string', default: '50' },
  seed: { type: 'string', default: '1' },
}).values;
const plan = { kills: Number(kills), phones: Number(phones), seed: Number(seed) };
const result = await failOverMeanwhile({
  ...plan,
  onKill: (kill, outMs) => console.log(`kill ${kill}: out for ${Math.round(outMs)} ms`),
});
console.log(failoversReport(plan, result));
assert.deepEqual([result.lost, result.surplus, result.unreported], [[], 0, 0]);
assert.equal(result.receipts.size, result.handedIn);
