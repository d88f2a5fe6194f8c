import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  ApiError,
  AuditEntry,
  CareEvent,
  DeskPatient,
  DeskPatientDetails,
  DeskRequest,
  DeskTemplate,
  Notification,
  User,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('the language of a person', () => {
  let api: TestApi;
  let token: string;
  let staff: string;
  let id: string;
  const change = (body: object) => api.ask<User & ApiError>('PATCH', '/api/v1/users/me', { token, body });
  const setAtDesk = (body: object, by = staff) =>
    api.ask<DeskPatient & ApiError>('PUT', `/api/v1/desk/patients/${id}/language`, { token: by, body });
  const get = <Body>(path: string, language = 'en', by = token) =>
    api.ask<Body>('GET', `/api${path}`, { token: by, headers: { 'accept-language': language } });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    staff = await api.signInStaff();
    ({ id } = await api.user('patient@example.org'));
  });
  after(() => api.close());

  it('is unknown until someone says it, and is one of the product’s', async () => {
    const unasked = await api.signIn('second@example.org');
    const { language, needsInterpreter } = await api.get<User>('/api/v1/users/me', unasked);
    assert.deepEqual([language, needsInterpreter], [null, null]);
    for (const [body, field] of [
      [{ language: 'tlh' }, 'language'],
      [{ language: 'toString' }, 'language'],
      [{ needsInterpreter: 'yes' }, 'needsInterpreter'],
    ] as const) {
      const { status, body: refused } = await change(body);
      assert.deepEqual([status, Object.keys(refused.error.fields ?? {})], [400, [field]]);
    }
    for (const body of [{ language: 'tlh', needsInterpreter: true }, { language: 'ar' }])
      assert.equal((await setAtDesk(body)).status, 400);
  });

  it('goes before that of the device in messages, and before none in answers', async () => {
    const { status, body } = await change({ language: 'fr', needsInterpreter: false });
    assert.deepEqual([status, body.language, body.needsInterpreter], [200, 'fr', false]);
    const answered = async (language: string) => (await get('/v1/users/me', language)).headers['content-language'];
    assert.deepEqual([await answered('en'), await answered('tlh')], ['en-CA', 'fr-CA']);
    await api.ask('POST', '/api/v1/users/forgot-password', {
      body: { email: 'patient@example.org' },
      headers: { 'accept-language': 'en' },
    });
    assert.match((await api.lastMessage('patient@example.org')).body, /^Bonjour /);
  });

  it('is shown at the desk wherever staff act on the patient, if it isn’t the desk’s or takes an interpreter', async () => {
    const speaks = async () => {
      const list = await get<DeskPatient[]>(`/v1/desk/patients?search=avery`, 'en', staff);
      const page = await get<DeskPatientDetails>(`/v1/desk/patients/${id}`, 'en', staff);
      const requests = await get<DeskRequest[]>('/v1/desk/requests?status=open', 'en', staff);
      const own = requests.body.find(({ patient }) => patient.id === id);
      return [list.body[0]?.speaks, page.body.speaks, own?.patient.speaks, page.body.language, own?.language];
    };
    await api.ask('POST', '/api/v1/profiles/1/requests', { token, body: { kind: 'water' } });
    assert.deepEqual(await speaks(), [undefined, undefined, undefined, 'fr', 'fr']);
    const arabic = { language: 'ar', needsInterpreter: true };
    const { status, body } = await setAtDesk(arabic);
    assert.deepEqual([status, body.speaks], [200, arabic]);
    assert.deepEqual(await speaks(), [arabic, arabic, arabic, 'ar', 'ar']);
    const { language, needsInterpreter } = await api.get<User>('/api/v1/users/me', token);
    assert.deepEqual({ language, needsInterpreter }, arabic);
    const [entry] = (await get<AuditEntry[]>('/v1/access-log')).body.filter(({ what }) => /language/.test(what));
    assert.equal(entry?.what, 'Changed in which language to talk with you');
    await setAtDesk({ language: null, needsInterpreter: false });
    assert.deepEqual((await speaks()).slice(0, 3), [undefined, undefined, undefined]);
  });

  it('is marked on what staff write in another one', async () => {
    const step = { title: 'You can go home', content: 'We are preparing the papers for you.' };
    await api.ask('PUT', `/api/v1/desk/patients/${id}/next`, { token: staff, body: step });
    const event = { type: 9, status: 'NOT_VIEWED', name: 'Blood test', content: 'Take nothing before the test.' };
    const sent = await api.ask<CareEvent>('POST', `/api/v1/desk/patients/${id}/events`, { token: staff, body: event });
    assert.equal(sent.status, 201);
    const marksIn = async (language: string) => {
      const [next] = (await get<Notification[]>('/v1/notifications', language)).body.filter(
        ({ kind }) => kind === 'next-step',
      );
      const found = (await get<CareEvent[]>('/events', language)).body.find((one) => one.id === sent.body.id);
      return [next?.languages, found?.languages];
    };
    assert.deepEqual(await marksIn('en'), [undefined, undefined]);
    assert.deepEqual(await marksIn('fr'), [
      { title: 'en', content: 'en' },
      { name: 'en', content: 'en' },
    ]);
  });

  it('may have its text in a template', async () => {
    const template = {
      kind: 'reply',
      title: { en: 'Soon', fr: 'Bientôt' },
      text: { en: 'We’ll be there soon.', fr: 'Nous arrivons.', ar: ' سنأتي قريبا ' },
    };
    const add = (body: object) => api.ask<DeskTemplate>('POST', '/api/v1/desk/templates', { token: staff, body });
    const { status, body } = await add(template);
    assert.deepEqual([status, body.text], [201, { ...template.text, ar: 'سنأتي قريبا' }]);
    assert.equal((await add({ ...template, text: { en: 'Soon', ar: 'قريبا' } })).status, 400);
    assert.equal((await add({ ...template, text: { ...template.text, tlh: 'tugh' } })).status, 400);
  });
});
