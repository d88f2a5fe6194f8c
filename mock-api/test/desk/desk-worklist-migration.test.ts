/** Migrates a database from before patients had a date of birth and a room, and the hospital had templates. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { DeskPatient, DeskTemplates } from '../../src/contract.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { startApi } from '../support/api.ts';

it('the migration adds templates and empty identifiers, which a demo then fills', async () => {
  const api = await startApi();
  try {
    const { db } = api.database;
    const token = await api.signInStaff();
    const body = { firstName: 'Old', lastName: 'Patient', phone: '+1 514 555 0134' };
    await api.ask('POST', '/api/v1/desk/patients', { token, body });
    for (const column of ['date_of_birth', 'room']) await db.schema.alterTable('users').dropColumn(column).execute();
    await db.schema.dropTable('desk_templates').execute();
    await sql`update users set search_text = 'avery jordan er10000001' where email = 'patient@example.org'`.execute(db);
    await sql`delete from facts where name = 'templates-seeded'`.execute(db);
    await sql`delete from schema_migrations where name = '0032-desk-worklist'`.execute(db);
    await prepareDatabase(api.database, readConfig(api.env));

    const list = async (search: string) =>
      (await api.ask<DeskPatient[]>('GET', `/api/v1/desk/patients?search=${search}`, { token })).body;
    const [old] = await list('old patient');
    assert.deepEqual([old?.dateOfBirth, old?.room], [null, null]);
    assert.deepEqual(
      (await list('1958-03-14')).map(({ name, room }) => [name, room]),
      [['Jordan Avery', '412']],
    );
    const { templates } = (await api.ask<DeskTemplates>('GET', '/api/v1/desk/templates', { token })).body;
    assert.equal(templates.length, 11);
  } finally {
    await api.close();
  }
});
