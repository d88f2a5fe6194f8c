/** Migrates a database from before hospital events recorded whether they are about an admission. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { CareEvent, StoryStepPlayed } from '../../src/contract.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { startApi } from '../support/api.ts';

it('the migration marks the admission events, played or still to be played, and no others', async () => {
  const api = await startApi();
  try {
    const token = await api.signIn();
    await api.ask('POST', '/api/v1/story/patient/steps/0', { token });
    const { db } = api.database;
    for (const { id, document } of await db.selectFrom('events').select(['id', 'document']).execute()) {
      const { survey: _, ...before } = JSON.parse(document);
      await db
        .updateTable('events')
        .set({ document: JSON.stringify(before) })
        .where('id', '=', id)
        .execute();
    }
    for (const { series, step, document } of await db.selectFrom('story_steps').selectAll().execute()) {
      const script = JSON.parse(document) as { events: { survey?: string }[] };
      for (const event of script.events) delete event.survey;
      await db
        .updateTable('story_steps')
        .set({ document: JSON.stringify(script) })
        .where('series', '=', series)
        .where('step', '=', step)
        .execute();
    }
    await db.schema.dropTable('event_views').execute();
    await sql`delete from schema_migrations where name = '0008-views-and-admissions'`.execute(db);
    await prepareDatabase(api.database, readConfig(api.env));

    const asking = async () =>
      (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body
        .filter(({ survey }) => survey === 'admission')
        .map(({ name }) => name);
    assert.deepEqual(await asking(), ['Admitted']);
    const second = await api.signIn('second@example.org');
    const played = await api.ask<StoryStepPlayed>('POST', '/api/v1/story/patient/steps/0', { token: second });
    assert.equal(played.body.events[0]?.survey, 'admission');
  } finally {
    await api.close();
  }
});
