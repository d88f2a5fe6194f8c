/** Migrates a database from before notifications had a kind. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { Notification, User } from '../../src/contract.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { startApi } from '../support/api.ts';

it('the migration marks next steps by their icon, also in stored demo content', async () => {
  const api = await startApi();
  try {
    const { db } = api.database;
    const kinds = async (token: string) => {
      const { body } = await api.ask<Notification[]>('GET', '/api/v1/notifications', { token });
      return body.map(({ icon, kind }) => `${icon}: ${kind}`).sort();
    };
    const token = await api.signIn();
    const play = async () => void (await api.post('/api/v1/story/patient/steps/0', undefined, token));
    await play();
    const before = await kinds(token);
    assert.ok(before.includes('map-pin: next-step') && before.includes('wifi: information'), before.join());

    await db.schema.alterTable('notifications').dropColumn('kind').execute();
    for (const table of ['starter_documents', 'story_steps'])
      await sql`update ${sql.table(table)} set document = replace(document, '"kind":"next-step",', '')`.execute(db);
    await sql`delete from schema_migrations where name = '0031-notification-kind'`.execute(db);
    await prepareDatabase(api.database, readConfig(api.env));

    assert.deepEqual(await kinds(token), before);
    const { body: user } = await api.ask<User>('GET', '/api/v1/users/me', { token });
    const { status } = await api.ask('GET', `/api/v1/users/${user.id}/reset`, { token });
    assert.equal(status, 200);
    await play();
    assert.deepEqual(await kinds(token), before);
  } finally {
    await api.close();
  }
});
