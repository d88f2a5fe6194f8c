import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ApiError,
  type CareEvent,
  EVENT_TYPE,
  type Profile,
  type RequestAccepted,
  type RequestDeclined,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('events', () => {
  let api: TestApi;
  let token: string;
  const list = async (by = token) => (await api.ask<CareEvent[]>('GET', '/api/events', { token: by })).body;
  const read = (query: string) => api.ask('GET', `/api/events/event${query}`, { token });
  const act = <Body = ApiError>(id: string | undefined, action: string) =>
    api.ask<Body>('POST', `/api/v1/events/${id}/${action}`, { token });
  const remove = (id: string) => api.ask('DELETE', `/api/v1/events/${id}`, { token });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    for (let step = 0; step < 13; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
  });
  after(() => api.close());

  it('are listed newest first, with the earlier stay at the end, and link to the record they open', async () => {
    const events = await list();
    const times = events.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal(new Set(times).size, times.length);
    const earlier = events.filter(({ previousStay }) => previousStay);
    assert.ok(earlier.length >= 5);
    assert.deepEqual(events.slice(-earlier.length), earlier);
    assert.ok(earlier.every(({ createdAt, status }) => createdAt.startsWith('2020-03-16') && status === 'COMPLETED'));
    const records: Record<number, string> = { [EVENT_TYPE.RESULT]: 'results', [EVENT_TYPE.CARE_PLAN]: 'care-plans' };
    for (const { type, id, linkId } of events) {
      const path = records[type];
      if (path === undefined) assert.equal(linkId, id);
      else assert.equal((await api.ask('GET', `/api/v1/${path}/${linkId}`, { token })).status, 200);
    }
    assert.deepEqual(await list(await api.signIn()), events, 'after a sign-in on another phone');
    assert.deepEqual((await read(`?id=${events[0]?.id}`)).body, events[0]);
    const { status, body } = await read('');
    assert.deepEqual([status, body.error.fields], [400, { id: 'Required' }]);
  });

  it('are VIEWED after they were opened and closed', async () => {
    const event = (await list()).find(({ type }) => type === EVENT_TYPE.HOSPITAL_SURVEY_IN);
    assert.equal(event?.status, 'ACTIONABLE');
    const { status, body } = await act<CareEvent>(event?.id, 'view');
    assert.equal(status, 200);
    assert.deepEqual([body.status, body.viewed, body.isRead, body.isDismissed], ['VIEWED', true, true, true]);
    assert.equal((await list()).find(({ id }) => id === event?.id)?.status, 'VIEWED');
  });

  it('can be deleted, even twice, and restored unchanged', async () => {
    const all = await list();
    const id = String(all.at(3)?.id);
    for (let time = 0; time < 2; time += 1) assert.equal((await remove(id)).status, 204);
    assert.ok(!(await list()).some((event) => event.id === id));
    assert.deepEqual([(await read(`?id=${id}`)).status, (await act(id, 'view')).status], [404, 404]);
    const restored = await act<CareEvent>(id, 'restore');
    assert.deepEqual([restored.status, restored.body.deletedAt], [200, null]);
    const ids = (events: readonly CareEvent[]) => events.map((event) => event.id);
    assert.deepEqual(ids(await list()), ids(all));
    assert.equal((await act(id, 'restore')).status, 200);
  });

  it('declining the story’s supporter request has no effect', async () => {
    const before_ = await list();
    const request = before_.find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
    const declined = await act<RequestDeclined>(request?.id, 'decline');
    assert.deepEqual([declined.status, declined.body], [200, { isRemoved: false }]);
    assert.deepEqual(await list(), before_);
    for (const action of ['accept', 'decline']) {
      const { status, body } = await act(before_.at(-1)?.id, action);
      assert.deepEqual([status, body.error.code], [409, 'NOT_A_REQUEST'], 'an event of another type');
    }
  });

  it('accepting a supporter request removes it and adds the profile and an event once, even when repeated', async () => {
    const before_ = await list();
    const id = String(before_.find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST)?.id);
    const answers = await Promise.all([1, 2, 3].map(() => act<RequestAccepted>(id, 'accept')));
    const accepted = answers[0]?.body;
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, accepted]);
    assert.deepEqual([accepted?.removedId, accepted?.profile?.id, accepted?.profile?.title], [id, 2, 'Maya Chen']);
    assert.equal(accepted?.event.type, EVENT_TYPE.SUPPORTER);
    const events = await list();
    assert.deepEqual([events[0], events.length], [accepted?.event, before_.length]);
    assert.ok(!events.some((event) => event.id === id));
    const profiles = (await api.ask<Profile[]>('GET', '/api/v1/profiles', { token })).body;
    assert.deepEqual([profiles.length, profiles[0]?.id, profiles[1]?.id], [2, 1, 2]);
    const restored = await act(id, 'restore');
    assert.deepEqual([restored.status, restored.body.error.code], [409, 'ALREADY_ACCEPTED']);
  });
});
