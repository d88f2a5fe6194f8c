/** Migrates a database from before requests to become a supporter were pending. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { type CareEvent, EVENT_TYPE } from '../../src/contract.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { startApi } from '../support/api.ts';

it('the migration makes open requests pending, and no survey', async (test) => {
  const api = await startApi();
  test.after(() => api.close());
  const { db } = api.database;
  const [patient, second] = [await api.signIn(), await api.signIn('second@example.org')];
  await api.post('/api/v1/supporters', { name: 'Robin', phone: '+1 416 555 0102' }, patient);
  for (let step = 0; step < 6; step += 1) await api.post(`/api/v1/story/patient/steps/${step}`, undefined, second);
  const shown = async () =>
    (await api.get<CareEvent[]>('/api/events', second)).map(({ type, status }) => `${type}: ${status}`).sort();
  const before = await shown();
  assert.ok(before.includes('12: PENDING') && before.some((event) => event.endsWith('ACTIONABLE')), before.join());

  const requests = db.updateTable('events').set({ status: 'ACTIONABLE' });
  await requests.where('type', '=', EVENT_TYPE.SUPPORTER_REQUEST).execute();
  await db.schema.dropTable('ended_supports').execute();
  await sql`delete from schema_migrations where name = '0054-ended-supports'`.execute(db);
  await prepareDatabase(api.database, readConfig(api.env));
  assert.deepEqual(await shown(), before);
});
