import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import {
  type ApiError,
  type CareEvent,
  EVENT_TYPE,
  type Notification,
  type Story,
  type StoryStepPlayed,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('the story', () => {
  let api: TestApi;
  let token: string;
  const story = async (by = token) => (await api.ask<Story>('GET', '/api/v1/story', { token: by })).body;
  const play = <Body = StoryStepPlayed>(index: number, series = 'patient', by = token) =>
    api.ask<Body>('POST', `/api/v1/story/${series}/steps/${index}`, { token: by });
  /** Restarts the demo, then plays all steps of the patient's series. Returns what each of them added. */
  const playAll = async (onPlayed?: (step: StoryStepPlayed) => Promise<void>) => {
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    const length = (await story()).series[0]?.steps.length ?? 0;
    const played: StoryStepPlayed[] = [];
    for (let index = 0; index < length; index += 1) {
      const { status, body } = await play(index);
      assert.deepEqual([status, body.position, body.isStoryDone], [200, index + 1, index === length - 1]);
      played.push(body);
      await onPlayed?.(body);
    }
    return played;
  };
  const events = async () => (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('starts with the specified delays and continues with some of 10, 15 and 20 s', async () => {
    const { series, isStoryDone } = await story();
    assert.deepEqual([series.length, series[0]?.id, series[0]?.position, isStoryDone], [1, 'patient', 0, false]);
    const delays = series[0]?.steps.map(({ delayMs }) => delayMs) ?? [];
    assert.deepEqual(delays.slice(0, 5), [0, 0, 6_000, 8_000, 1_000]);
    for (const delay of [10_000, 15_000, 20_000]) assert.ok(delays.slice(5).includes(delay));
  });

  it('is played in order, each step once, even when it is played several times at the same time', async () => {
    const { status, body } = await play<ApiError>(1);
    assert.deepEqual([status, body.error.code], [409, 'STORY_ORDER']);
    assert.equal(body.error.message, 'The story is played in order: step 0 is next.');
    for (const [index, series, expected] of [
      [99, 'patient', 404],
      [-1, 'patient', 400],
      [0, 'nobody', 400],
      [0, 'supporter', 404],
    ] as const)
      assert.equal((await play(index, series)).status, expected, `step ${index} of ${series}`);
    const before_ = await events();
    const answers = await Promise.all([play(0), play(0), play(0)]);
    const played = answers[0]?.body;
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, played]);
    assert.deepEqual(await events(), [...(played?.events ?? []), ...before_]);
    assert.deepEqual([played?.events.length, (await story()).series[0]?.position], [1, 1]);
  });

  it('ends an urgent event once what it announced has happened, and shows only what happens next', async () => {
    const SCAN = 'Brain scan now, Level 1';
    const next: string[] = [];
    const statuses: string[] = [];
    const add = (list: string[], item: string | undefined) => {
      if (item !== undefined && item !== list.at(-1)) list.push(item);
    };
    const played = await playAll(async ({ notifications }) => {
      add(next, notifications.find(({ kind }) => kind === 'next-step')?.title ?? 'nothing');
      const scan = (await events()).find(({ name }) => name === SCAN);
      add(statuses, scan?.status);
      const step = notifications.find(({ title }) => title === SCAN);
      if (step) assert.deepEqual(step.about, { type: 'event', id: scan?.id });
    });
    assert.deepEqual(next, ['X-ray', 'nothing', SCAN, 'nothing', 'Getting well at home']);
    const [admitted] = played;
    const xray = admitted?.notifications.find(({ title }) => title === 'X-ray');
    const minutes = (Date.parse(String(xray?.at)) - Date.parse(String(admitted?.events[0]?.createdAt))) / 60_000;
    assert.ok(minutes >= 30 && minutes < 35.1, `the X-ray is ${minutes} minutes after the admission`);
    assert.equal(xray?.place, 'Level 2');
    const keys = played.flatMap((step) => [
      ...step.results.map(({ name }) => name),
      ...step.carePlans.map(() => 'plan'),
    ]);
    assert.ok(keys.indexOf('plan') > keys.indexOf('Brain scan (CT)'), 'the plan follows the scan');
    assert.deepEqual(statuses, ['URGENT', 'COMPLETED']);
    const [plan] = played.flatMap(({ carePlans }) => carePlans);
    const warnings = plan?.data.carePlans.filter(({ kind }) => kind === 'warning').map(({ title }) => title);
    assert.deepEqual(warnings, ['Come back at once if']);
    const discharged = (await events()).find(({ name, previousStay }) => name === 'Discharged' && !previousStay);
    assert.deepEqual(discharged?.about, { type: 'care-plan', id: plan?.id });
    const listed = (await api.ask<Notification[]>('GET', '/api/v1/notifications', { token })).body;
    const titles = listed.map(({ title, about }) => [title, about]);
    assert.deepEqual(titles, [['Getting well at home', discharged?.about]], 'nothing that is over');
  });

  it('ends “test done” once its result is there, unless it was opened before', async () => {
    const statusesOf = async (name: string) => (await events()).filter((event) => event.name === name);
    await playAll(async (step) => {
      const done = step.events.find(({ name }) => name === 'X-ray done');
      if (done) await api.ask('POST', `/api/v1/events/${done.id}/view`, { token });
    });
    const found = [...(await statusesOf('Blood test done')), ...(await statusesOf('X-ray done'))];
    assert.deepEqual(
      found.map(({ status }) => status),
      ['COMPLETED', 'VIEWED'],
    );
  });

  it('ends with the discharge survey', async () => {
    const played = await playAll();
    const all = played.flatMap((step) => step.events);
    const asking = all.filter(({ survey }) => survey).map(({ name }) => name);
    assert.deepEqual(asking, ['Admitted'], 'of the hospital events, the one about the admission asks about it');
    for (const step of played)
      for (const { type, linkId } of step.events) {
        if (type === EVENT_TYPE.RESULT) assert.equal(step.results[0]?.id, linkId);
        if (type === EVENT_TYPE.CARE_PLAN) assert.equal(step.carePlans[0]?.id, linkId);
      }
    const types = all.map(({ type }) => type);
    assert.ok(types.indexOf(EVENT_TYPE.HOSPITAL_SURVEY_IN) <= 4);
    assert.equal(types.at(-1), EVENT_TYPE.HOSPITAL_SURVEY_OUT);
    const { HOSPITAL, PHYSICIAN, MESSAGE, RESULT, BLOOD_SURVEY, RESULT_SURVEY, CARE_PLAN, SUPPORTER_REQUEST } =
      EVENT_TYPE;
    for (const type of [
      HOSPITAL,
      PHYSICIAN,
      MESSAGE,
      RESULT,
      BLOOD_SURVEY,
      RESULT_SURVEY,
      CARE_PLAN,
      SUPPORTER_REQUEST,
    ])
      assert.ok(types.includes(type), `type ${type}`);
    assert.equal((await story()).isStoryDone, true);
    const first = (await play(3)).body;
    const id = String(first.events[0]?.id);
    await api.ask('DELETE', `/api/v1/events/${id}`, { token });
    assert.deepEqual((await play(3)).body, { ...first, events: [] }, 'replayed, without events deleted since');
    await api.ask('POST', `/api/v1/events/${id}/restore`, { token });
    assert.equal((await play(3)).body.events.length, 1);
  });

  for (const language of ['ar', 'zh-Hant'])
    it(`is in the patient’s language, with reports as the hospital wrote them: ${language}`, async (context) => {
      const change = (body: object) => api.ask('PATCH', '/api/v1/users/me', { token, body });
      assert.equal((await change({ language })).status, 200);
      context.after(() => change({ language: null }));
      const file = new URL(`../../src/locales/demo.${language}.json`, import.meta.url);
      const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
      const played = await playAll();
      const [admitted] = await events().then((all) => all.filter(({ survey }) => survey));
      assert.deepEqual([admitted?.name, admitted?.languages], [texts['admitted.name'], undefined]);
      const [result] = played.flatMap(({ results }) => results);
      assert.deepEqual([result?.name, result?.content], [texts['result.blood.name'], texts['result.blood.story']]);
      assert.match(String(result?.conclusion), /^Your white and red blood cells/);
      assert.deepEqual(result?.languages, { conclusion: 'en' });
      const [plan] = played.flatMap(({ carePlans }) => carePlans);
      assert.equal(plan?.data.title, texts['plan.concussion.title']);
      assert.equal(plan?.data.carePlans.at(1)?.comments, texts['plan.concussion.headache.comments']);
    });

  it('has a second series once the second profile exists: seven steps, 500 ms apart', async () => {
    const request = (await events()).find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
    assert.equal((await api.ask('POST', `/api/v1/events/${request?.id}/accept`, { token })).status, 200);
    const series = (await story()).series.find(({ id }) => id === 'supporter');
    assert.deepEqual([series?.profileId, series?.steps.map(({ delayMs }) => delayMs)], [2, Array(7).fill(500)]);
    const added: CareEvent[] = [];
    for (let index = 0; index < 7; index += 1) added.push(...(await play(index, 'supporter')).body.events);
    const { SUPPORTER, HOSPITAL, PHYSICIAN, RESULT_COMPLETE, CARE_PLAN, RESULT } = EVENT_TYPE;
    assert.deepEqual(
      added.map(({ type, profileId }) => [type, profileId]),
      [SUPPORTER, HOSPITAL, PHYSICIAN, RESULT_COMPLETE, CARE_PLAN, HOSPITAL, RESULT].map((type) => [type, 2]),
    );
    assert.equal(added[0]?.content, 'You have supported Maya since today.');
    const times = (await events()).filter(({ profileId }) => profileId === 2).map(({ createdAt }) => createdAt);
    const minutes = times.map((time) => Math.floor((Date.now() - Date.parse(time)) / 60_000));
    assert.deepEqual(minutes, [0, 12, 50, 95, 210, 285, 320], 'what happened before, newest first');
  });

  it('restarts with the demo, for this user only', async () => {
    const other = await api.signIn('second@example.org');
    await play(0, 'patient', other);
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    const { series, isStoryDone } = await story();
    assert.deepEqual([series.length, series[0]?.position, isStoryDone], [1, 0, false]);
    assert.ok((await events()).every(({ previousStay }) => previousStay));
    assert.equal((await play(0)).status, 200);
    assert.equal((await story(other)).series[0]?.position, 1);
  });
});
