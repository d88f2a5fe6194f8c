import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { CareEvent, Media, Result } from '../../src/contract.ts';
import { RESULT_TYPE } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('pictures and documents', () => {
  let api: TestApi;
  let token: string;

  const results = async (language = 'en') =>
    (await api.ask<Result[]>('GET', '/api/v1/results', { token, headers: { 'accept-language': language } })).body;
  const ofType = async (type: number, language?: string) => {
    const found = (await results(language)).find((result) => result.type === type);
    assert.ok(found);
    return found;
  };
  const fetched = ({ url }: Media, session = token, language = 'en') =>
    api.app.inject({
      url: `/api/${url}`,
      headers: { 'accept-language': language, ...(session ? { authorization: `Bearer ${session}` } : {}) },
    });
  const everything = async () => {
    const events = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    return [...(await results()).flatMap(({ media }) => media), ...events.flatMap(({ picture }) => picture ?? [])];
  };

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    for (let step = 0; step < 14; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
  });
  after(() => api.close());

  it('of an electrocardiogram are two, with alternative text and dimensions', async () => {
    const { media } = await ofType(RESULT_TYPE.ELECTROCARDIOGRAM);
    assert.equal(media.length, 2);
    for (const { alt, title, width, height, type } of media) {
      assert.ok(alt.length > 40 && title && width && height);
      assert.equal(type, 'image/svg+xml');
    }
  });

  it('media responses have their content type and are never cached', async () => {
    const all = await everything();
    assert.ok(all.length >= 5);
    for (const item of all) {
      const answer = await fetched(item);
      assert.equal(answer.statusCode, 200, item.url);
      assert.equal(answer.headers['content-type'], item.type);
      assert.equal(answer.headers['cache-control'], 'private, no-store');
      assert.ok(answer.rawPayload.length > 1000);
    }
  });

  it('that are SVG drawings are compressed for clients that accept it, without changes', async () => {
    const [drawn] = (await ofType(RESULT_TYPE.ELECTROCARDIOGRAM)).media;
    assert.ok(drawn);
    const sent = (encoding: string) =>
      api.app.inject({
        url: `/api/${drawn.url}`,
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
    const plain = await sent('br, gzip;q=0');
    const packed = await sent('br, gzip;q=0.5');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2);
    assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
  });

  it('include a physician’s portrait', async () => {
    const events = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    const physician = events.find(({ name }) => name === 'Dr. Amara Osei');
    assert.equal(physician?.picture?.alt, 'Drawing of Dr. Amara Osei');
  });

  it('are refused to another user, without a session and before the PIN', async () => {
    const second = await api.signIn('second@example.org');
    const narrow = await api.scan();
    for (const item of await everything()) {
      assert.equal((await fetched(item, second)).statusCode, 404, item.url);
      assert.equal((await fetched(item, narrow)).statusCode, 403, item.url);
      assert.equal((await fetched(item, '')).statusCode, 401, item.url);
    }
  });

  it('missing files and path-like names get 404', async () => {
    const { id } = await ofType(RESULT_TYPE.ELECTROCARDIOGRAM);
    for (const name of ['none', '..%2Fmedia.ts', '%2e%2e%2f%2e%2e%2fapp.ts', 'ecg-72-rhythm.svg']) {
      const answer = await api.app.inject({
        url: `/api/v1/results/${id}/media/${name}`,
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(answer.statusCode, 404, name);
    }
  });

  it('have titles in the reader’s language', async () => {
    const { media } = await ofType(RESULT_TYPE.ELECTROCARDIOGRAM, 'fr');
    assert.equal(media[0]?.title, 'Douze dérivations');
  });

  it('include the brain scan’s report in each language', async () => {
    for (let step = 14; step < 17; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
    const { media } = await ofType(RESULT_TYPE.BRAIN);
    const [report] = media;
    assert.ok(report && report.type === 'application/pdf');
    const [english, french] = [await fetched(report, token, 'en'), await fetched(report, token, 'fr')];
    for (const { rawPayload } of [english, french]) assert.equal(rawPayload.subarray(0, 5).toString(), '%PDF-');
    assert.notDeepEqual(english.rawPayload, french.rawPayload);
  });
});
