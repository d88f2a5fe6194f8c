import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { createApiTables } from '../../../test/operation/operator.ts';
import { after, HOUR, now } from '../../common/clock.ts';
import { insertNobody } from '../../services/accounts/accounts.ts';
import { measureRecords } from './metrics.ts';

it('metrics show held links, the last reading, and what waits to be read and sent', async (test) => {
  const { files, open } = await createApiTables();
  const { db } = open();
  test.after(async () => {
    await db.destroy();
    await files.drop();
  });
  const registry = new Registry();
  measureRecords(registry, db);
  const values = async () => {
    const lines = (await registry.metrics()).split('\n').filter((line) => /^lodestar/.test(line));
    return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]));
  };
  for (const value of Object.values(await values())) assert.equal(value, 0);
  const read = '2026-01-01T10:00:00.000Z';
  await db.transaction().execute(async (trx) => {
    for (const [id, state, checkedAt, nextAt] of [
      ['lea', 'linked', read, after(HOUR)],
      ['omar', 'held', '', after(-HOUR)],
    ] as const) {
      await insertNobody(trx, id);
      const link = { user_id: id, source: 'server', patient_id: `Patient/${id}`, linked_at: read };
      await trx
        .insertInto('fhir_links')
        .values({ ...link, checked_at: checkedAt, state, next_at: nextAt })
        .execute();
    }
    const waiting = { kind: 'request', about: '1', user_id: 'lea', attempts: 3, next_attempt_at: now() } as const;
    await trx
      .insertInto('hospital_outbox')
      .values({ ...waiting, created_at: after(-HOUR) })
      .execute();
  });
  const found = await values();
  assert.equal(found['lodestar_record_links{state="linked"}'], 1);
  assert.equal(found['lodestar_record_links{state="held"}'], 1);
  assert.equal(found.lodestar_record_read_timestamp_seconds, Date.parse(read) / 1000);
  assert.ok(Number(found.lodestar_record_due_seconds) >= HOUR / 1000);
  assert.equal(found.lodestar_hospital_outbox_messages, 1);
  assert.ok(Number(found.lodestar_hospital_outbox_oldest_seconds) >= HOUR / 1000);
});
