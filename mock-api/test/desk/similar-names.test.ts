/** Warnings about patients with the same or a similar name, wherever staff choose a patient. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { DeskPatient, DeskPatientDetails, DeskRecordLinkItem } from '../../src/contract.ts';
import { SERVER } from '../../src/repositories/records/links.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('similar names', () => {
  let api: TestApi;
  let staff: string;
  const get = <Body>(path: string) => api.get<Body>(`/api/v1/desk/${path}`, staff);
  const create = async (firstName: string, lastName: string) => {
    const body = { firstName, lastName, phone: '+1 514 555 0111' };
    return (await api.post<DeskPatient>('/api/v1/desk/patients', body, staff)).body;
  };
  const rename = (id: string, lastName: string) =>
    api.ask('PATCH', `/api/v1/desk/patients/${id}`, { token: staff, body: { lastName } });
  const warned = async (search = '') =>
    (await get<DeskPatient[]>(`patients?search=${search}`))
      .filter(({ hasSimilarName }) => hasSimilarName)
      .map(({ name }) => name);

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
  });
  after(() => api.close());

  it('carry a warning in the list, in a search for one of them, on the page and in the list of links', async () => {
    assert.deepEqual(await warned(), []);
    const one = await create('Zoë', 'Tremblay');
    const other = await create('Zoé', 'Tremblé');
    assert.deepEqual(await warned(), ['Zoë Tremblay', 'Zoé Tremblé']);
    assert.deepEqual(await warned('tremblay'), ['Zoë Tremblay']);
    assert.equal((await get<DeskPatientDetails>(`patients/${other.id}`)).hasSimilarName, true);
    const link = {
      patient_id: 'Patient/1',
      state: 'linked',
      linked_at: '2026-01-01T00:00:00.000Z',
      checked_at: '',
      marks: '{}',
    } as const;
    const row = { ...link, user_id: one.id, source: SERVER, attempts: 0 };
    await api.database.db.insertInto('fhir_links').values(row).execute();
    const links = await get<DeskRecordLinkItem[]>('record-links');
    assert.equal(links.find(({ id }) => id === one.id)?.hasSimilarName, true);
    await rename(other.id, 'Gagnon');
    assert.deepEqual(await warned(), []);
    await rename(other.id, 'Tremblé');
    assert.deepEqual(await warned('zoe'), ['Zoë Tremblay', 'Zoé Tremblé']);
  });

  it('do not count names of staff, supporters and accounts under review or closed', async () => {
    const { name, firstName, lastName, id } = await create('Robin', 'Osei');
    const names = { first_name: firstName, last_name: lastName };
    const others = [
      ['staff@example.org', {}],
      ['second@example.org', { role_type: 'supporter' }],
      ['review@example.com', {}],
      ['expired@example.org', { disabled_at: '2026-01-01T00:00:00.000Z' }],
    ] as const;
    for (const [email, values] of others) await api.setUser(email, { ...names, ...values });
    assert.ok(!(await warned()).includes(name));
    await api.ask('POST', `/api/v1/desk/patients/${id}/erasure`, { token: staff, body: { name } });
    const keys = await api.database.db.selectFrom('name_keys').selectAll().where('user_id', '=', id).execute();
    assert.deepEqual(keys, []);
  });

  it('are found after the migration of a database from before', async () => {
    const { db } = api.database;
    const before = await warned();
    assert.ok(before.length > 0);
    await db.schema.dropTable('name_keys').execute();
    await db.schema.alterTable('users').dropColumn('preferred_name').execute();
    await sql`delete from schema_migrations where name = '0052-names'`.execute(db);
    await prepareDatabase(api.database, readConfig(api.env));
    assert.deepEqual(await warned(), before);
  });
});
