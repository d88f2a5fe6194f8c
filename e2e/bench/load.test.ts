import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefReport, measureBriefly, readsOvertake } from './load.ts';

/** A minute in `npm run bench -- --only load`, where times are judged as well. */
const SHORT_MS = 3_000;

test('50 phones sign in, open home and send a survey, and nothing fails; no reader waits for a sign-in', async () => {
  const load = await measureBriefly(SHORT_MS);
  console.log(briefReport(load));
  assert.deepEqual(load.errors, []);
  for (const [step, times] of Object.entries(load.ms)) assert.ok(times.length >= 50, `${times.length} times ${step}`);
  assert.ok(readsOvertake(load), 'reads have waited for the sign-ins');
});
