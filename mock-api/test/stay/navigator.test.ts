import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import {
  type Insights,
  type InsightsPending,
  type QuestionsTicked,
  RESULT_TYPE,
  type Result,
} from '../../src/contract.ts';
import { PRODUCTION, startApi, type TestApi } from '../support/api.ts';

describe('the navigator', () => {
  let api: TestApi;
  let token: string;
  let second: string;
  let results: Result[];
  const ofType = (type: number) => results.find((result) => result.type === type);
  const insights = <Body>(type: number, session = token, language = 'en') =>
    api.ask<Body>('GET', `/api/v1/results/${ofType(type)?.id}/insights`, {
      token: session,
      headers: { 'accept-language': language },
    });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    second = await api.signIn('second@example.org');
    for (let step = 0; step < 20; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
    results = (await api.ask<Result[]>('GET', '/api/v1/results', { token })).body;
  });
  after(() => api.close());

  it('results do not include insights', () => {
    const brain = ofType(RESULT_TYPE.BRAIN);
    assert.ok(!JSON.stringify(brain).includes('insights'));
    assert.equal(brain?.questions.length, 10);
  });

  it('prepares insights on request, says when to ask again, and provides them in both languages', async () => {
    const first = await insights<InsightsPending>(RESULT_TYPE.BRAIN);
    assert.deepEqual([first.status, first.body.state], [202, 'preparing']);
    assert.equal(Number(first.headers['retry-after']), first.body.retryAfter);
    // Makes the insights ready.
    await api.database.db.updateTable('insight_requests').set({ ready_at: '2020-01-01T00:00:00.000Z' }).execute();
    const ready = await insights<Insights>(RESULT_TYPE.BRAIN, token, 'fr');
    assert.deepEqual([ready.status, ready.body.state], [200, 'ready']);
    assert.match(ready.body.paragraphs[0] ?? '', /Votre examen est normal/);
    assert.ok(ready.body.terms.length >= 4);
  });

  it('prepares no insights outside a demo: they are ready at once', async () => {
    await api.database.db.deleteFrom('insight_requests').execute();
    const app = await buildApp(readConfig({ ...api.env, ...PRODUCTION }));
    const url = `/api/v1/results/${ofType(RESULT_TYPE.BRAIN)?.id}/insights`;
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    await app.close();
    assert.deepEqual([answer.statusCode, answer.json<Insights>().state], [200, 'ready']);
  });

  it('insights return 404 without a report and for other patients', async () => {
    assert.equal((await insights(RESULT_TYPE.BLOOD)).status, 404);
    assert.equal((await insights(RESULT_TYPE.BRAIN, second)).status, 404);
  });

  it('stores the questions that a reader ticks, in order, and no others', async () => {
    const url = `/api/v1/results/${ofType(RESULT_TYPE.BRAIN)?.id}/questions`;
    const tick = (ticked: number[], by = token) =>
      api.ask<QuestionsTicked>('POST', url, { token: by, body: { ticked } });
    const read = async () => (await api.ask<QuestionsTicked>('GET', url, { token })).body.ticked;
    assert.deepEqual(await read(), []);
    assert.deepEqual((await tick([7, 2, 42])).body.ticked, [2, 7]);
    await tick([3]);
    assert.deepEqual(await read(), [3]);
    assert.deepEqual([(await tick([1, 1])).status, (await tick([], second)).status], [400, 404]);
  });
});
