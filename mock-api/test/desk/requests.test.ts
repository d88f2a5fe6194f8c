import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  ApiError,
  AuditEntry,
  CareEvent,
  CarePlan,
  CareRequest,
  DeskRequest,
  Result,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

describe('requests', () => {
  let api: TestApi;
  let patient: string;
  let supporter: string;
  let staff: string;
  let profileId: number;
  let grant: (permissions: object) => Promise<void>;
  const ask = (token: string, body: object, profile = 1) =>
    api.ask<CareRequest & ApiError>('POST', `/api/v1/profiles/${profile}/requests`, { token, body });
  const list = async (token: string, profile = 1) =>
    (await api.ask<CareRequest[]>('GET', `/api/v1/profiles/${profile}/requests`, { token })).body;
  const desk = <Body = DeskRequest[]>(path: string, method: 'GET' | 'POST' = 'GET', body?: object) =>
    api.ask<Body>(method, `/api/v1/desk/requests${path}`, { token: staff, ...(body ? { body } : {}) });

  before(async () => {
    api = await startApi();
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    ({ profileId, grant } = await shareWith(api, patient, supporter));
    staff = await api.signInStaff();
  });
  after(() => api.close());

  it('requests go from sent to seen to done, with ordered replies', async () => {
    const [result] = (await api.ask<Result[]>('GET', '/api/v1/results', { token: patient })).body;
    const body = { kind: 'question', about: { type: 'result', id: result?.id }, text: ' What does it mean? ' };
    const sent = await ask(patient, body);
    assert.equal(sent.status, 201);
    assert.deepEqual(
      [sent.body.status, sent.body.text, sent.body.about?.title, sent.body.isYours, sent.body.who],
      ['sent', 'What does it mean?', result?.name, true, 'Jordan Avery'],
    );
    const { id } = sent.body;
    const [waiting] = (await desk('?status=sent')).body;
    assert.deepEqual([waiting?.id, waiting?.patient.name], [id, 'Jordan Avery']);
    assert.equal((await desk<DeskRequest>(`/${id}/seen`, 'POST')).body.status, 'seen');
    for (const text of ['It is fine.', 'The doctor comes at 3.']) {
      assert.equal((await desk(`/${id}/replies`, 'POST', { text })).status, 201);
    }
    assert.equal((await desk<DeskRequest>(`/${id}/done`, 'POST')).body.status, 'done');
    assert.equal((await desk<DeskRequest>(`/${id}/seen`, 'POST')).body.status, 'done', 'stays done');
    const [followed] = await list(patient);
    assert.deepEqual(
      followed?.replies.map(({ text, who }) => `${who}: ${text}`),
      ['Dana Whitfield: It is fine.', 'Dana Whitfield: The doctor comes at 3.'],
    );
    assert.ok(followed?.seenAt && followed.doneAt && followed.seenAt <= followed.doneAt);
    assert.deepEqual((await desk('?status=sent')).body, []);
    assert.equal((await desk('?status=done')).body[0]?.id, id);

    const { id: unseen } = (await ask(patient, { kind: 'request', text: 'A glass of water' })).body;
    assert.equal((await desk<DeskRequest>(`/${unseen}/done`, 'POST')).body.status, 'done');
    const { id: other } = (await ask(patient, { kind: 'correction', text: 'My name has an accent' })).body;
    assert.equal((await desk<DeskRequest>(`/${other}/replies`, 'POST', { text: 'Mended' })).body.status, 'seen');
  });

  it('supporters need feedback permission and see only their own requests', async () => {
    const sent = await ask(supporter, { kind: 'question', text: 'May I bring flowers?' }, profileId);
    assert.equal(sent.status, 201);
    const [only, ...others] = await list(supporter, profileId);
    assert.deepEqual([only?.text, others], ['May I bring flowers?', []]);
    const [newest] = await list(patient);
    assert.deepEqual([newest?.who, newest?.isYours], ['Robin Tremblay', false]);
    await grant({ feedback: false });
    const refused = await ask(supporter, { kind: 'question', text: 'And now?' }, profileId);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FEEDBACK_NOT_SHARED']);
    const url = `/api/v1/profiles/${profileId}/requests`;
    assert.equal((await api.ask('GET', url, { token: supporter })).status, 403);
    await grant({});
    assert.equal((await list(supporter, profileId)).length, 1);
  });

  it('a request cannot be about a record its sender may not see', async () => {
    const [plan] = (await api.ask<CarePlan[]>('GET', '/api/v1/care-plans', { token: patient })).body;
    const about = { type: 'care-plan', id: plan?.id };
    const question = { kind: 'question', about, text: 'How long?' };
    assert.equal((await ask(supporter, question, profileId)).body.about?.title, plan?.data.title);
    await grant({ carePlans: false });
    assert.equal((await ask(supporter, question, profileId)).status, 404);
    assert.equal((await ask(supporter, question)).status, 404, 'nor in the own name');
    await grant({});
    const other = { type: 'meal', id: 'm1' };
    assert.deepEqual((await ask(patient, { ...question, about: other })).body.about, { ...other, title: null });
    for (const profile of [9, 2]) assert.equal((await ask(patient, question, profile)).status, 404);
    assert.equal((await ask(patient, { ...question, kind: 'emergency' })).status, 400);
  });

  it('are in the patient’s log with their author and with what staff did', async () => {
    const log = (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: patient })).body;
    const lines = log.map(({ who, what }) => `${who}: ${what}`);
    for (const line of [
      'You: Asked the hospital',
      'Robin Tremblay: Asked the hospital',
      'Dana Whitfield, hospital staff: Read your requests',
      'Dana Whitfield, hospital staff: Replied to you',
      'Dana Whitfield, hospital staff: Completed your request',
    ]) {
      assert.ok(lines.includes(line), line);
    }
    const actOf = (said: string) => log.find(({ what }) => what === said)?.staffAct;
    assert.equal(actOf('Replied to you'), 'request-replied');
    assert.equal(actOf('Asked the hospital'), undefined);
  });

  it('desk pages list each request once, oldest first', async () => {
    for (let index = 0; index < 5; index += 1) await ask(patient, { kind: 'request', text: `Request ${index}` });
    const all = (await desk('?status=sent')).body;
    const times = all.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted());
    const pages: DeskRequest[] = [];
    let page: DeskRequest[];
    do {
      const after = pages.length > 0 ? `&after=${pages.at(-1)?.id}` : '';
      page = (await desk(`?status=sent&limit=2${after}`)).body;
      pages.push(...page);
    } while (page.length > 0);
    assert.deepEqual(pages, all);
  });

  describe('reply', () => {
    const events = async (token: string) =>
      (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body.filter(({ requestId }) => requestId);
    const reply = (id: string, text: string) => desk(`/${id}/replies`, 'POST', { text });
    const view = (token: string, id: string) => api.ask('POST', `/api/v1/events/${id}/view`, { token });

    it('is on the timeline of its author as a new event, once per request and unread again after each reply', async () => {
      const sent = await ask(patient, { kind: 'question', text: 'Why so long?' });
      await reply(sent.body.id, 'An emergency came first.');
      const [event] = await events(patient);
      assert.deepEqual(
        [event?.name, event?.status, event?.profileId, event?.requestId],
        ['The hospital replied to your question', 'NOT_VIEWED', 1, sent.body.id],
      );
      assert.equal(event?.content, '“An emergency came first.”');
      await view(patient, event?.id ?? '');
      await reply(sent.body.id, `It is ${'nearly '.repeat(50)}your turn.`);
      const [again, ...more] = (await events(patient)).filter(({ requestId }) => requestId === sent.body.id);
      assert.deepEqual([again?.id, again?.status, again?.viewed, more], [event?.id, 'NOT_VIEWED', false, []]);
      assert.match(again?.content ?? '', /^“It is nearly .{130,150}…”$/);
    });

    it('to a supporter is on the supporter’s timeline only, under the patient’s profile', async () => {
      await grant({ feedback: true, statusUpdates: true });
      const before = await events(patient);
      const sent = await ask(supporter, { kind: 'request', text: 'May I bring a pillow?' }, profileId);
      await reply(sent.body.id, 'Please do.');
      const [event] = await events(supporter);
      assert.deepEqual(
        [event?.name, event?.profileId, event?.requestId],
        ['The hospital replied to your request', profileId, sent.body.id],
      );
      assert.deepEqual(await events(patient), before);
    });

    it('to the patient is not on a supporter’s timeline', async () => {
      const shared = await events(supporter);
      const sent = await ask(patient, { kind: 'correction', text: 'My name has an accent.' });
      await reply(sent.body.id, 'Corrected.');
      assert.deepEqual(await events(supporter), shared);
    });

    it('adds no event for a supporter who may no longer ask', async () => {
      const sent = await ask(supporter, { kind: 'question', text: 'When is the visit?' }, profileId);
      const before = await events(supporter);
      await grant({ feedback: false });
      assert.equal((await reply(sent.body.id, 'At 5.')).status, 201);
      assert.deepEqual(await events(supporter), before);
      await grant({ feedback: true });
    });
  });
});
