import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISTURBANCES, type Plan, restartsReport, usePhonesMeanwhile } from './restarts.ts';

/** Full run (`npm run soak`): 50 phones for 120 s, with each of seven processes killed, restarted and upgraded. */
const SOAK: Plan = {
  phones: 50,
  atLeastMs: 120_000,
  counts: { api: 3, recorder: 2, gateway: 2 },
  targets: 'every',
  disturbances: DISTURBANCES,
};
/** Short run (`npm test`): a few phones, with one API, one recorder and one gateway killed. */
const SHORT: Plan = {
  phones: 5,
  atLeastMs: 0,
  counts: { api: 2, recorder: 2, gateway: 2 },
  targets: 'one of each part',
  disturbances: ['killed'],
};

const plan = process.env.RESTARTS === 'all' ? SOAK : SHORT;

test('a rolling restart fails no request and loses no survey', async () => {
  const outcome = await usePhonesMeanwhile(plan);
  console.log(restartsReport(plan, outcome));
  assert.deepEqual(outcome.failed, []);
  assert.equal(outcome.cut, 0);
  assert.deepEqual([outcome.receipts.size, outcome.lost, outcome.surplus], [outcome.handedIn, [], 0]);
  assert.equal(outcome.unreported, 0);
  assert.equal(outcome.isMigrated, plan.disturbances.includes('upgraded'));
  assert.ok(outcome.handedIn >= plan.phones, `${outcome.handedIn} surveys of ${plan.phones} phones`);
});
