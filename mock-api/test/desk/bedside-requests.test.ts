import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { ApiError, AuditEntry, CareEvent, CareRequest, DeskPatient, DeskRequest } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const MINUTES = 60_000;

describe('requests from the bed', () => {
  let api: TestApi;
  let patient: string;
  let dana: string;
  let alex: string;
  const ask = (body: object, token = patient, profile = 1) =>
    api.ask<CareRequest & ApiError>('POST', `/api/v1/profiles/${profile}/requests`, { token, body });
  const desk = <Body = DeskRequest & ApiError>(path: string, token = dana, body?: object) =>
    api.ask<Body>('POST', `/api/v1/desk/requests/${path}`, { token, ...(body ? { body } : {}) });
  const list = (query: string) => api.get<DeskRequest[]>(`/api/v1/desk/requests${query}`, dana);
  const asPatientSees = async (id: string) =>
    (await api.get<CareRequest[]>('/api/v1/profiles/1/requests', patient)).find((request) => request.id === id);
  const dueMinutes = ({ dueAt, createdAt }: DeskRequest) =>
    dueAt ? (Date.parse(dueAt) - Date.parse(createdAt)) / MINUTES : null;
  const withdraw = (id: string, token = patient, profile = 1) =>
    api.ask('DELETE', `/api/v1/profiles/${profile}/requests/${id}`, { token });

  before(async () => {
    api = await startApi({ OVERDUE_MINUTES: 'water:12' });
    patient = await api.signIn();
    dana = await api.signInStaff();
    await api.setUser('professional@example.org', { role_type: 'staff' });
    alex = await api.signInStaff('professional@example.org');
  });
  after(() => api.close());

  it('need no words for what their kind says, and a level for a pain only', async () => {
    for (const body of [{ kind: 'water' }, { kind: 'interpreter', text: 'Spanish' }, { kind: 'pain', level: 0 }])
      assert.equal((await ask(body)).status, 201, JSON.stringify(body));
    for (const [body, field] of [
      [{ kind: 'other' }, 'text'],
      [{ kind: 'question' }, 'text'],
      [{ kind: 'pain' }, 'level'],
      [{ kind: 'pain', level: 11 }, 'level'],
      [{ kind: 'pain', level: 2.5 }, 'level'],
      [{ kind: 'water', level: 3 }, 'level'],
    ] as const) {
      const { status, body: refused } = await ask(body);
      assert.deepEqual([status, Object.keys(refused.error.fields ?? {})], [400, [field]], JSON.stringify(body));
    }
  });

  it('are stored once under the id that the phone has chosen, however often they are sent', async () => {
    const body = { id: randomUUID(), kind: 'pain', level: 4 };
    const answers = await Promise.all([ask(body), ask(body)]);
    answers.push(await ask(body));
    assert.deepEqual(
      answers.map(({ status, body: { id } }) => [status, id]),
      answers.map(() => [201, body.id]),
    );
    assert.equal((await list('?status=open')).filter(({ id }) => id === body.id).length, 1);
    const others = [
      ask({ ...body, level: 5 }),
      ask({ ...body, id: 'mine' }),
      ask(body, await api.signIn('second@example.org')),
    ];
    assert.deepEqual(
      (await Promise.all(others)).map(({ status }) => status),
      [400, 400, 400],
    );
    assert.equal((await withdraw(body.id)).status, 204);
  });

  it('are as urgent as the server finds them', async () => {
    const urgencies = [];
    for (const body of [
      { kind: 'blanket' },
      { kind: 'pain', level: 8 },
      { kind: 'other', text: 'J’ai du mal à respirer' },
    ])
      urgencies.push((await ask(body)).body.urgency);
    assert.deepEqual(urgencies, ['routine', 'urgent', 'urgent']);
    const [pain] = (await list('?status=open')).filter(({ level }) => level === 8);
    assert.deepEqual([pain?.kind, pain?.urgency, pain && dueMinutes(pain)], ['pain', 'urgent', 5]);
  });

  it('belong to one staff member at most, and the other reads who it is', async () => {
    const { id } = (await ask({ kind: 'water' })).body;
    const answers = await Promise.all([desk(`${id}/take`, dana), desk(`${id}/take`, alex)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const [taken, refused] = answers[0].status === 200 ? answers : answers.toReversed();
    const owner = taken?.body.assignee;
    assert.ok(owner === 'Dana Whitfield' || owner === 'Alex Moreau', String(owner));
    assert.deepEqual(
      [refused?.body.error.code, refused?.body.error.message],
      ['REQUEST_TAKEN', `${owner} is already on it.`],
    );
    const seen = await asPatientSees(id);
    assert.deepEqual([seen?.status, seen?.assignee, seen?.seenBy !== null], ['on-the-way', owner, true]);
    const [one, other] = owner === 'Dana Whitfield' ? [dana, alex] : [alex, dana];
    assert.equal((await desk(`${id}/take`, one)).status, 200, 'a second tap');
    assert.equal((await desk(`${id}/release`, one)).body.status, 'seen');
    assert.equal((await desk(`${id}/take`, other)).body.status, 'on-the-way');
    assert.equal((await desk(`${id}/done`, other)).body.status, 'done');
    assert.equal((await desk(`${id}/take`, one)).body.error.code, 'REQUEST_DONE');
    assert.equal((await desk('nothing/take')).status, 404);
  });

  it('say who has seen them first', async () => {
    const { id } = (await ask({ kind: 'blanket' })).body;
    await desk(`${id}/seen`, alex);
    await desk(`${id}/seen`, dana);
    const seen = await asPatientSees(id);
    assert.deepEqual([seen?.status, seen?.seenBy, seen?.assignee], ['seen', 'Alex Moreau', null]);
  });

  it('are overdue after the minutes of their kind, or when a delay is over, until they are done', async () => {
    const { id } = (await ask({ kind: 'water' })).body;
    const [water] = (await list('?status=sent')).filter((request) => request.id === id);
    assert.equal(water && dueMinutes(water), 12);
    await desk(`${id}/replies`, dana, { text: 'In a moment.' });
    const { body } = await desk(`${id}/delay`, dana, { minutes: 30 });
    assert.ok((dueMinutes(body) ?? 0) >= 30 && body.dueAt === body.expectedAt, 'a reply brings no water');
    assert.equal((await asPatientSees(id))?.expectedAt, body.expectedAt);
    for (const minutes of [0, 241, '15'])
      assert.equal((await desk(`${id}/delay`, dana, { minutes })).status, 400, String(minutes));
    assert.equal((await desk(`${id}/done`)).body.dueAt, null);
  });

  it('are quoted by what they ask for in the event about a reply', async () => {
    const { id } = (await ask({ kind: 'pain', level: 4 })).body;
    await desk(`${id}/replies`, dana, { text: 'Your nurse has the pills.' });
    const events = await api.get<CareEvent[]>('/api/events', patient);
    const event = events.find(({ requestId }) => requestId === id);
    assert.deepEqual(
      [event?.name, event?.content],
      ['The hospital replied to your request', 'Pain: 4 out of 10. “Your nurse has the pills.”'],
    );
  });

  it('can be taken back by their author until someone has read them', async () => {
    const supporter = await api.signIn('second@example.org');
    const { profileId } = await shareWith(api, patient, supporter);
    const { id } = (await ask({ kind: 'water' })).body;
    assert.equal((await withdraw(id, supporter)).status, 404);
    assert.equal((await withdraw(id, supporter, profileId)).status, 404);
    assert.equal((await withdraw(id)).status, 204);
    assert.equal(await asPatientSees(id), undefined);
    assert.equal((await api.ask('GET', `/api/v1/desk/requests/${id}`, { token: dana })).status, 404);
    const read = (await ask({ kind: 'water' })).body;
    await desk(`${read.id}/seen`);
    const refused = await withdraw(read.id);
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'REQUEST_SEEN']);
    const log = await api.get<AuditEntry[]>('/api/v1/access-log', patient);
    assert.ok(log.some(({ what }) => what === 'Took back a request to the hospital'));
  });

  it('are listed by ward, which staff enter', async () => {
    const [jordan] = await api.get<DeskPatient[]>('/api/v1/desk/patients?search=avery', dana);
    assert.deepEqual([jordan?.room, jordan?.ward], ['412', '4A']);
    const url = `/api/v1/desk/patients/${jordan?.id}/identifiers`;
    const moved = await api.ask<DeskPatient>('PUT', url, { token: dana, body: { ward: ' 5 East ' } });
    assert.deepEqual([moved.body.ward, moved.body.room], ['5 East', '412']);
    assert.ok((await api.get<string[]>('/api/v1/desk/wards', dana)).includes('5 East'));
    const { id } = (await ask({ kind: 'toilet' })).body;
    const found = await list('?status=open&ward=5%20East&limit=200');
    assert.ok(found.some((request) => request.id === id && request.patient.ward === '5 East'));
    assert.deepEqual(await list('?status=open&ward=4A'), []);
    assert.equal((await api.ask('GET', '/api/v1/desk/wards', { token: patient })).status, 403);
  });
});
