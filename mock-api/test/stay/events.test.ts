import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CareEvent, EVENT_TYPE, type Profile, type RequestAccepted } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('events', () => {
  let api: TestApi;
  let token: string;
  const list = async () => (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
  const act = <Body>(id: string, action: string) => api.ask<Body>('POST', `/api/v1/events/${id}/${action}`, { token });
  const remove = (id: string) => api.ask('DELETE', `/api/v1/events/${id}`, { token });
  const newest = async () => {
    const [event] = await list();
    assert.ok(event);
    return event;
  };

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    for (let step = 0; step < 13; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
  });
  after(() => api.close());

  it('are listed newest first, with the earlier stay at the end', async () => {
    const events = await list();
    const times = events.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.equal(new Set(times).size, times.length);
    const earlier = events.filter(({ previousStay }) => previousStay);
    assert.ok(earlier.length >= 5);
    assert.deepEqual(events.slice(-earlier.length), earlier);
    assert.ok(earlier.every(({ createdAt, status }) => createdAt.startsWith('2020-03-16') && status === 'COMPLETED'));
  });

  it('can be read one by one', async () => {
    const event = await newest();
    assert.deepEqual((await api.ask('GET', `/api/events/event?id=${event.id}`, { token })).body, event);
    assert.equal((await api.ask('GET', '/api/events/event?id=none', { token })).status, 404);
    const { status, body } = await api.ask('GET', '/api/events/event', { token });
    assert.deepEqual([status, body.error.fields], [400, { id: 'Required' }]);
  });

  it('link to the record they open', async () => {
    for (const event of await list()) {
      if (event.type === EVENT_TYPE.RESULT) {
        assert.equal((await api.ask('GET', `/api/v1/results/${event.linkId}`, { token })).status, 200);
      } else if (event.type === EVENT_TYPE.CARE_PLAN) {
        assert.equal((await api.ask('GET', `/api/v1/care-plans/${event.linkId}`, { token })).status, 200);
      } else {
        assert.equal(event.linkId, event.id);
      }
    }
  });

  it('are VIEWED after they were opened and closed', async () => {
    const event = (await list()).find(({ type }) => type === EVENT_TYPE.HOSPITAL_SURVEY_IN);
    assert.equal(event?.status, 'ACTIONABLE');
    const { status, body } = await act<CareEvent>(String(event?.id), 'view');
    assert.equal(status, 200);
    assert.deepEqual([body.status, body.viewed, body.isRead, body.isDismissed], ['VIEWED', true, true, true]);
    assert.equal((await list()).find(({ id }) => id === event?.id)?.status, 'VIEWED');
  });

  it('can be deleted, even twice, and restored unchanged', async () => {
    const all = await list();
    const event = all.at(3);
    assert.ok(event);
    assert.equal((await remove(event.id)).status, 204);
    assert.equal((await remove(event.id)).status, 204);
    assert.ok(!(await list()).some(({ id }) => id === event.id));
    assert.equal((await api.ask('GET', `/api/events/event?id=${event.id}`, { token })).status, 404);
    assert.equal((await act(event.id, 'view')).status, 404);
    const restored = await act<CareEvent>(event.id, 'restore');
    assert.deepEqual([restored.status, restored.body.deletedAt], [200, null]);
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      all.map(({ id }) => id),
    );
    assert.equal((await act(event.id, 'restore')).status, 200);
  });

  it('that don’t exist are not found', async () => {
    for (const action of ['view', 'restore', 'accept', 'decline'])
      assert.equal((await act('none', action)).status, 404);
    assert.equal((await remove('none')).status, 404);
  });

  it('of another type cannot be accepted or declined', async () => {
    const { id } = (await list()).at(-1) as CareEvent;
    for (const action of ['accept', 'decline']) {
      const { status, body } = await act<{ error: { code: string } }>(id, action);
      assert.deepEqual([status, body.error.code], [409, 'NOT_A_REQUEST']);
    }
  });

  it('declining a supporter request has no effect', async () => {
    const before_ = await list();
    const request = before_.find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
    assert.equal((await act(String(request?.id), 'decline')).status, 204);
    assert.deepEqual(await list(), before_);
  });

  it('accepting a supporter request removes it and adds the profile and an event once, even when repeated', async () => {
    const request = (await list()).find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
    const id = String(request?.id);
    const before_ = await list();
    const answers = await Promise.all([1, 2, 3].map(() => act<RequestAccepted>(id, 'accept')));
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.deepEqual(body, answers[0]?.body);
    }
    const accepted = answers[0]?.body;
    assert.deepEqual([accepted?.removedId, accepted?.profile.id, accepted?.profile.title], [id, 2, 'Maya Chen']);
    assert.equal(accepted?.event.type, EVENT_TYPE.SUPPORTER);
    const events = await list();
    assert.deepEqual(events[0], accepted?.event);
    assert.equal(events.length, before_.length);
    assert.ok(!events.some((event) => event.id === id));
    const profiles = (await api.ask<Profile[]>('GET', '/api/v1/profiles', { token })).body;
    assert.deepEqual(
      profiles.map((profile) => profile.id),
      [1, 2],
    );
    const restored = await act<{ error: { code: string } }>(id, 'restore');
    assert.deepEqual([restored.status, restored.body.error.code], [409, 'ALREADY_ACCEPTED']);
  });

  it('are unchanged by a sign-in on another phone', async () => {
    const other = await api.signIn();
    assert.deepEqual((await api.ask('GET', '/api/events', { token: other })).body, await list());
  });
});
