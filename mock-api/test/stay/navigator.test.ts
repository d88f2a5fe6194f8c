import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Insights, InsightsPending, QuestionsTicked, Result } from '../../src/contract.ts';
import { RESULT_TYPE } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('the navigator', () => {
  let api: TestApi;
  let token: string;
  let second: string;
  let brain: Result;
  let blood: Result;

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    second = await api.signIn('second@example.org');
    for (let step = 0; ; step += 1) {
      const { status } = await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
      if (status !== 200) break;
    }
    const results = (await api.ask<Result[]>('GET', '/api/v1/results', { token })).body;
    const ofType = (type: number) => {
      const found = results.find((result) => result.type === type);
      assert.ok(found);
      return found;
    };
    brain = ofType(RESULT_TYPE.BRAIN);
    blood = ofType(RESULT_TYPE.BLOOD);
  });
  after(() => api.close());

  it('results do not include insights', () => {
    assert.ok(!JSON.stringify(brain).includes('insights'));
    assert.equal(brain.questions.length, 10);
  });

  it('prepares insights on request, says when to ask again, and provides them in both languages', async () => {
    const url = `/api/v1/results/${brain.id}/insights`;
    const first = await api.ask<InsightsPending>('GET', url, { token });
    assert.deepEqual([first.status, first.body.state], [202, 'preparing']);
    assert.equal(Number(first.headers['retry-after']), first.body.retryAfter);
    // Makes the insights ready.
    await api.database.db.updateTable('insight_requests').set({ ready_at: '2020-01-01T00:00:00.000Z' }).execute();
    const ready = await api.ask<Insights>('GET', url, { token, headers: { 'accept-language': 'fr' } });
    assert.deepEqual([ready.status, ready.body.state], [200, 'ready']);
    assert.match(ready.body.paragraphs[0] ?? '', /Votre examen est normal/);
    assert.ok(ready.body.terms.length >= 4);
  });

  it('insights return 404 without a report and for other patients', async () => {
    const insights = (id: string, session: string) =>
      api.ask('GET', `/api/v1/results/${id}/insights`, { token: session });
    assert.equal((await insights(blood.id, token)).status, 404);
    assert.equal((await insights(brain.id, second)).status, 404);
    assert.equal((await insights(brain.id, await api.scan())).body.error.code, 'PIN_REQUIRED');
  });

  it('stores the questions that a reader ticks, in order, and no others', async () => {
    const url = `/api/v1/results/${brain.id}/questions`;
    const read = async () => (await api.ask<QuestionsTicked>('GET', url, { token })).body.ticked;
    assert.deepEqual(await read(), []);
    const kept = await api.ask<QuestionsTicked>('POST', url, { token, body: { ticked: [7, 2, 42] } });
    assert.deepEqual([kept.status, kept.body.ticked], [200, [2, 7]]);
    await api.ask('POST', url, { token, body: { ticked: [3] } });
    assert.deepEqual(await read(), [3]);
    assert.equal((await api.ask('POST', url, { token, body: { ticked: [1, 1] } })).status, 400);
    assert.equal((await api.ask('POST', url, { token: second, body: { ticked: [] } })).status, 404);
  });
});

describe('every kind of result', () => {
  it('has the pictures that the product rules require', async () => {
    const api = await startApi();
    try {
      const token = await api.signIn();
      for (let step = 0; step < 20; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
      const all = (await api.ask<Result[]>('GET', '/api/v1/results', { token })).body;
      const media = (type: number) => all.filter((result) => result.type === type).map((result) => result.media);
      assert.ok(media(RESULT_TYPE.XRAY).length > 0);
      for (const list of media(RESULT_TYPE.XRAY)) assert.ok(list.length >= 2);
      for (const list of media(RESULT_TYPE.ELECTROCARDIOGRAM)) assert.equal(list.length, 2);
      for (const { alt, width, height, url } of [
        ...media(RESULT_TYPE.XRAY),
        ...media(RESULT_TYPE.ELECTROCARDIOGRAM),
      ].flat()) {
        assert.ok(alt.length > 40 && width && height, url);
        if (!url.includes('chest') && !url.includes('neck')) continue;
        const { rawPayload } = await api.app.inject({
          url: `/api/${url}`,
          headers: { authorization: `Bearer ${token}` },
        });
        // Width and height in a WebP file (RFC 9649, section 2.5: simple lossy format).
        assert.equal(rawPayload.toString('latin1', 8, 16), 'WEBPVP8 ');
        assert.deepEqual([rawPayload.readUInt16LE(26) & 0x3fff, rawPayload.readUInt16LE(28) & 0x3fff], [width, height]);
        assert.ok(rawPayload.length < 60_000, `${rawPayload.length} bytes`);
      }
      assert.deepEqual(
        media(RESULT_TYPE.BRAIN).map((list) => list.map(({ type }) => type)),
        [['application/pdf']],
      );
    } finally {
      await api.close();
    }
  });
});
