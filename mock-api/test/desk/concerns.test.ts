import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApiError, CareRequest, DeskRequest } from '../../src/contract.ts';
import { storeAnonymousConcern } from '../../src/services/care/concerns.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('concerns', () => {
  let api: TestApi;
  let patient: string;
  let dana: string;
  const list = (query: string) => api.get<DeskRequest[]>(`/api/v1/desk/requests?status=open${query}`, dana);
  const desk = (id: string, act: string, body?: object) =>
    api.ask<DeskRequest & ApiError>('POST', `/api/v1/desk/requests/${id}/${act}`, {
      token: dana,
      ...(body && { body }),
    });
  const sendWithoutName = (text?: string) =>
    api.database.db.transaction().execute((trx) => storeAnonymousConcern(trx, '4A', { text }));

  before(async () => {
    api = await startApi();
    patient = await api.signIn();
    dana = await api.signInStaff();
  });
  after(() => api.close());

  it('need no words, have a time of their own to be overdue, and stay open until staff end them', async () => {
    const path = '/api/v1/profiles/1/requests';
    const { status, body } = await api.ask<CareRequest>('POST', path, { token: patient, body: { kind: 'concern' } });
    assert.equal(status, 201);
    const { body: replied } = await desk(body.id, 'replies', { text: 'I’ll come by.' });
    assert.equal(Date.parse(String(replied.dueAt)) - Date.parse(replied.createdAt), 3_600_000);
    assert.equal((await desk(body.id, 'take')).body.assignee, 'Dana Whitfield');
    assert.equal((await desk(body.id, 'done')).body.dueAt, null);
  });

  it('without a name lead to no one, and to no ward of fewer than five patients', async () => {
    await sendWithoutName('No one washes their hands.');
    const [small] = await list('&ward=4B');
    assert.deepEqual([small?.who, small?.patient.ward, small?.isAnonymous], ['Anonymous', null, true]);
    await api.database.db.updateTable('users').set({ ward: '4A', hospital_status_id: 1 }).execute();
    await sendWithoutName();
    const [large] = await list('&ward=4A');
    const { name, dateOfBirth, room, ward } = large?.patient ?? {};
    assert.deepEqual([name, dateOfBirth, room, ward], ['Anonymous', null, null, '4A']);
    assert.equal(large?.language, undefined);
    assert.equal(Date.parse(String(large?.createdAt)) % 900_000, 0, 'no exact time');
    const owner = String(large?.patient.id);
    assert.equal((await api.ask('GET', `/api/v1/desk/patients/${owner}`, { token: dana })).status, 404);
    const { id } = await api.user('patient@example.org');
    const stored = await api.database.db.selectFrom('requests').selectAll().where('is_anonymous', '=', 1).execute();
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(`${id}|Jordan|Avery|"412"`));
    assert.equal((await api.get<CareRequest[]>('/api/v1/profiles/1/requests', patient)).length, 1);
  });

  it('without a name are taken and ended like others, but no one can reply', async () => {
    await sendWithoutName('I fell twice.');
    const concern = (await list('')).find(({ text }) => text === 'I fell twice.');
    assert.equal(concern?.urgency, 'urgent');
    const id = String(concern?.id);
    const refused = await desk(id, 'replies', { text: 'Where are you?' });
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'REQUEST_ANONYMOUS']);
    assert.equal((await desk(id, 'take')).body.assignee, 'Dana Whitfield');
    assert.equal((await desk(id, 'done')).body.status, 'done');
    const { id: person } = await api.user('patient@example.org');
    const logged = await api.database.db.selectFrom('audit').selectAll().where('object_id', '=', id).execute();
    assert.equal(logged.length, 2);
    assert.ok(logged.every(({ subject_id: subject }) => subject !== person));
  });
});
