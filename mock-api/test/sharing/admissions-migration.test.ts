/** Migrates a database from before hospital events recorded whether they are about an admission. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { CareEvent, StoryStepPlayed } from '../../src/contract.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { startApi } from '../support/api.ts';

it('the migration marks the admission events, played or still to be played, and no others', async (test) => {
  const api = await startApi();
  test.after(() => api.close());
  const { db } = api.database;
  const token = await api.signIn();
  await api.post('/api/v1/story/patient/steps/0', undefined, token);
  for (const { id, document } of await db.selectFrom('events').select(['id', 'document']).execute()) {
    const { survey: _, ...before } = JSON.parse(document);
    const values = { document: JSON.stringify(before) };
    await db.updateTable('events').set(values).where('id', '=', id).execute();
  }
  for (const { series, step, document } of await db.selectFrom('story_steps').selectAll().execute()) {
    const script = JSON.parse(document) as { events: { survey?: string }[] };
    for (const event of script.events) delete event.survey;
    const steps = db.updateTable('story_steps').set({ document: JSON.stringify(script) });
    await steps.where('series', '=', series).where('step', '=', step).execute();
  }
  await db.schema.dropTable('event_views').execute();
  await sql`delete from schema_migrations where name = '0008-views-and-admissions'`.execute(db);
  await prepareDatabase(api.database, readConfig(api.env));

  const events = await api.get<CareEvent[]>('/api/events', token);
  const asking = events.filter(({ survey }) => survey === 'admission').map(({ name }) => name);
  assert.deepEqual(asking, ['Admitted']);
  const second = await api.signIn('second@example.org');
  const played = await api.post<StoryStepPlayed>('/api/v1/story/patient/steps/0', undefined, second);
  assert.equal(played.body.events[0]?.survey, 'admission');
});
