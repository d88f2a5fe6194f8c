import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measurePhones, phonesReport } from './load.ts';

/** A minute in `npm run bench -- --only load`, where times are judged as well. */
const SHORT_MS = 3_000;

test('50 phones sign in, open home and send a survey, and nothing fails', async () => {
  const load = await measurePhones(SHORT_MS);
  console.log(phonesReport(load));
  assert.deepEqual(load.errors, []);
  for (const [step, times] of Object.entries(load.ms)) assert.ok(times.length >= 50, `${times.length} times ${step}`);
});
