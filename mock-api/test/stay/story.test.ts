import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CareEvent, EVENT_TYPE, type Notification, type Story, type StoryStepPlayed } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('the story', () => {
  let api: TestApi;
  let token: string;
  const story = async () => (await api.ask<Story>('GET', '/api/v1/story', { token })).body;
  const play = <Body = StoryStepPlayed>(index: number, series = 'patient') =>
    api.ask<Body>('POST', `/api/v1/story/${series}/steps/${index}`, { token });
  const events = async () => (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
  const accept = async () => {
    const request = (await events()).find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
    assert.equal((await api.ask('POST', `/api/v1/events/${request?.id}/accept`, { token })).status, 200);
  };

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('starts with the specified delays and continues with some of 10, 15 and 20 s', async () => {
    const { series, isStoryDone } = await story();
    assert.deepEqual(
      series.map(({ id, position }) => [id, position]),
      [['patient', 0]],
    );
    const delays = series[0]?.steps.map(({ delayMs }) => delayMs) ?? [];
    assert.deepEqual(delays.slice(0, 5), [0, 0, 6_000, 8_000, 1_000]);
    for (const delay of [10_000, 15_000, 20_000]) assert.ok(delays.slice(5).includes(delay));
    assert.equal(isStoryDone, false);
  });

  it('is played in order', async () => {
    const { status, body } = await play<{ error: { code: string; message: string } }>(1);
    assert.deepEqual([status, body.error.code], [409, 'STORY_ORDER']);
    assert.equal(body.error.message, 'The story is played in order: step 0 is next.');
    assert.equal((await play(99)).status, 404);
    assert.equal((await play(-1)).status, 400);
    assert.equal((await play(0, 'nobody')).status, 400);
    assert.equal((await play(0, 'supporter')).status, 404, 'without the second profile');
  });

  it('adds each step once, even when it is played several times at the same time', async () => {
    const before_ = await events();
    const answers = await Promise.all([play(0), play(0), play(0)]);
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.deepEqual(body, answers[0]?.body);
    }
    const [newest, ...rest] = await events();
    assert.deepEqual([newest], answers[0]?.body.events);
    assert.deepEqual(rest, before_);
    assert.equal((await story()).series[0]?.position, 1);
  });

  it('shows what happens next as the story advances, and nothing that is over', async () => {
    const length = (await story()).series[0]?.steps.length ?? 0;
    const next: string[] = [];
    for (let index = 0; index < length; index += 1) {
      const { notifications } = (await play(index)).body;
      const title = notifications.find(({ kind }) => kind === 'next-step')?.title ?? 'nothing';
      if (title !== next.at(-1)) next.push(title);
    }
    assert.deepEqual(next, [
      'X-ray at 11:15\u00a0a.m., Level 2',
      'nothing',
      'Brain scan now, Level 1',
      'nothing',
      'Getting well at home',
    ]);
    const listed = await api.ask<{ title: string }[]>('GET', '/api/v1/notifications', { token });
    assert.deepEqual(
      listed.body.map(({ title }) => title),
      ['Getting well at home'],
    );
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    assert.equal((await play(0)).status, 200);
  });

  it('ends an urgent event once what it announced has happened, and links the discharge to the care plan', async () => {
    const length = (await story()).series[0]?.steps.length ?? 0;
    const scan = async () => (await events()).find(({ name }) => name === 'Brain scan now, Level 1');
    const statuses: unknown[] = [];
    let plan: string | undefined;
    for (let index = 0; index < length; index += 1) {
      const { body } = await play(index);
      plan ??= body.carePlans[0]?.id;
      const status = (await scan())?.status;
      if (status !== undefined && status !== statuses.at(-1)) statuses.push(status);
      const step = body.notifications.find(({ title }) => title === 'Brain scan now, Level 1');
      if (step) assert.deepEqual(step.about, { type: 'event', id: (await scan())?.id });
    }
    assert.deepEqual(statuses, ['URGENT', 'COMPLETED']);
    const discharged = (await events()).find(({ name, previousStay }) => name === 'Discharged' && !previousStay);
    assert.deepEqual(discharged?.about, { type: 'care-plan', id: plan });
    const [home] = (await api.ask<Notification[]>('GET', '/api/v1/notifications', { token })).body;
    assert.deepEqual(home?.about, discharged?.about);
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    assert.equal((await play(0)).status, 200);
  });

  it('ends with the discharge survey', async () => {
    const length = (await story()).series[0]?.steps.length ?? 0;
    const types: number[] = [];
    const asking: string[] = [];
    for (let index = 0; index < length; index += 1) {
      const { status, body } = await play(index);
      assert.equal(status, 200);
      assert.equal(body.position, index + 1);
      assert.equal(body.isStoryDone, index === length - 1);
      types.push(...body.events.map(({ type }) => type));
      asking.push(...body.events.filter(({ survey }) => survey).map(({ name }) => name));
      for (const { type, linkId } of body.events) {
        if (type === EVENT_TYPE.RESULT) assert.equal(body.results[0]?.id, linkId);
        if (type === EVENT_TYPE.CARE_PLAN) assert.equal(body.carePlans[0]?.id, linkId);
      }
    }
    assert.deepEqual(asking, ['Admitted'], 'of the hospital events, the one about the admission asks about it');
    assert.ok(types.indexOf(EVENT_TYPE.HOSPITAL_SURVEY_IN) <= 4);
    assert.equal(types.at(-1), EVENT_TYPE.HOSPITAL_SURVEY_OUT);
    const needed = [
      EVENT_TYPE.HOSPITAL,
      EVENT_TYPE.PHYSICIAN,
      EVENT_TYPE.MESSAGE,
      EVENT_TYPE.RESULT,
      EVENT_TYPE.BLOOD_SURVEY,
      EVENT_TYPE.RESULT_SURVEY,
      EVENT_TYPE.CARE_PLAN,
      EVENT_TYPE.SUPPORTER_REQUEST,
    ];
    for (const type of needed) assert.ok(types.includes(type), `type ${type}`);
    assert.equal((await story()).isStoryDone, true);
  });

  it('returns a replayed step unchanged, except for events deleted since', async () => {
    const first = (await play(3)).body;
    const id = String(first.events[0]?.id);
    await api.ask('DELETE', `/api/v1/events/${id}`, { token });
    assert.deepEqual((await play(3)).body, { ...first, events: [] });
    await api.ask('POST', `/api/v1/events/${id}/restore`, { token });
    assert.equal((await play(3)).body.events.length, 1);
  });

  it('has a second series once the second profile exists: seven steps, 500 ms apart', async () => {
    await accept();
    const series = (await story()).series.find(({ id }) => id === 'supporter');
    assert.deepEqual([series?.profileId, series?.steps.map(({ delayMs }) => delayMs)], [2, Array(7).fill(500)]);
    const types: number[] = [];
    const contents: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const { body } = await play(index, 'supporter');
      types.push(...body.events.map(({ type }) => type));
      contents.push(...body.events.map(({ content }) => content));
      assert.ok(body.events.every(({ profileId }) => profileId === 2));
    }
    assert.deepEqual(types, [
      EVENT_TYPE.SUPPORTER,
      EVENT_TYPE.HOSPITAL,
      EVENT_TYPE.PHYSICIAN,
      EVENT_TYPE.RESULT_COMPLETE,
      EVENT_TYPE.CARE_PLAN,
      EVENT_TYPE.HOSPITAL,
      EVENT_TYPE.RESULT,
    ]);
    assert.equal(contents[0], 'You have supported Maya since today.');
    const times = (await events()).filter(({ profileId }) => profileId === 2).map(({ createdAt }) => createdAt);
    const minutes = times.map((time) => Math.floor((Date.now() - Date.parse(time)) / 60_000));
    assert.deepEqual(minutes, [0, 12, 50, 95, 210, 285, 320], 'what happened before, newest first');
  });

  it('restarts with the demo, for this user only', async () => {
    const other = await api.signIn('second@example.org');
    await api.ask('POST', '/api/v1/story/patient/steps/0', { token: other });
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    const { series, isStoryDone } = await story();
    assert.deepEqual([series.length, series[0]?.position, isStoryDone], [1, 0, false]);
    assert.ok((await events()).every(({ previousStay }) => previousStay));
    assert.equal((await play(0)).status, 200);
    const untouched = await api.ask<Story>('GET', '/api/v1/story', { token: other });
    assert.equal(untouched.body.series[0]?.position, 1);
  });
});
