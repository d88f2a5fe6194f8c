import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefReport, measureBriefly, readsOvertake } from './load.ts';

/** Duration of the short run; `npm run bench -- --only load` runs for a minute and also judges times. */
const SHORT_MS = 3_000;

test('50 phones cause no errors, and sign-ins do not delay reads', async () => {
  const load = await measureBriefly(SHORT_MS);
  console.log(briefReport(load));
  assert.deepEqual(load.errors, []);
  for (const [step, times] of Object.entries(load.ms)) assert.ok(times.length >= 50, `${times.length} times ${step}`);
  assert.ok(readsOvertake(load), 'reads have waited for the sign-ins');
});
