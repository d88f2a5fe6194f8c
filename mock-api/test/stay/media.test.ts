import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type CareEvent, type Media, RESULT_TYPE, type Result } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';

describe('pictures and documents', () => {
  let api: TestApi;
  let token: string;

  const results = async (language = 'en') =>
    (await api.ask<Result[]>('GET', '/api/v1/results', { token, headers: { 'accept-language': language } })).body;
  const mediaOf = async (type: number, language?: string) =>
    (await results(language)).filter((result) => result.type === type).map(({ media }) => media);
  const fetched = (url: string | undefined, headers = {}) =>
    api.app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${token}`, ...headers } });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
    for (let step = 0; step < 20; step += 1) await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token });
  });
  after(() => api.close());

  it('of an electrocardiogram are two, with alternative text and dimensions; of an X-ray at least two', async () => {
    const drawings = await mediaOf(RESULT_TYPE.ELECTROCARDIOGRAM);
    const photos = await mediaOf(RESULT_TYPE.XRAY);
    assert.ok(drawings.length > 0 && photos.length > 0);
    for (const list of drawings) assert.deepEqual([list.length, list[0]?.type], [2, 'image/svg+xml']);
    for (const list of photos) assert.ok(list.length >= 2);
    for (const { alt, title, width, height, url } of [...drawings, ...photos].flat()) {
      assert.ok(alt.length > 40 && title && width && height, url);
      if (!url.includes('chest') && !url.includes('neck')) continue;
      const { rawPayload } = await fetched(url);
      // Width and height in a WebP file (RFC 9649, section 2.5: simple lossy format).
      assert.equal(rawPayload.toString('latin1', 8, 16), 'WEBPVP8 ');
      assert.deepEqual([rawPayload.readUInt16LE(26) & 0x3fff, rawPayload.readUInt16LE(28) & 0x3fff], [width, height]);
      assert.ok(rawPayload.length < 60_000, `${rawPayload.length} bytes`);
    }
    assert.equal((await mediaOf(RESULT_TYPE.ELECTROCARDIOGRAM, 'fr'))[0]?.[0]?.title, 'Douze dérivations');
  });

  it('media responses have their content type and are never cached', async () => {
    const events = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    const portrait = events.find(({ name }) => name === 'Dr. Amara Osei')?.picture;
    assert.equal(portrait?.alt, 'Drawing of Dr. Amara Osei');
    const all: Media[] = [...(await results()).flatMap(({ media }) => media), portrait];
    assert.ok(all.length >= 5);
    for (const { url, type } of all) {
      const { statusCode, headers, rawPayload } = await fetched(url);
      assert.equal(statusCode, 200, url);
      assert.deepEqual([headers['content-type'], headers['cache-control']], [type, 'private, no-store']);
      assert.ok(rawPayload.length > 1000);
    }
  });

  it('that are SVG drawings are compressed for clients that accept it, without changes', async () => {
    const [[drawn] = []] = await mediaOf(RESULT_TYPE.ELECTROCARDIOGRAM);
    const plain = await fetched(drawn?.url, { 'accept-encoding': 'br, gzip;q=0' });
    const packed = await fetched(drawn?.url, { 'accept-encoding': 'br, gzip;q=0.5' });
    const encodings = [plain, packed].map(({ headers }) => headers['content-encoding']);
    assert.deepEqual(encodings, [undefined, 'gzip']);
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2);
    assert.deepEqual(gunzipSync(packed.rawPayload), plain.rawPayload);
  });

  it('missing files and path-like names get 404', async () => {
    const ecg = (await results()).find(({ type }) => type === RESULT_TYPE.ELECTROCARDIOGRAM);
    for (const name of ['none', '..%2Fmedia.ts', '%2e%2e%2f%2e%2e%2fapp.ts', 'ecg-72-rhythm.svg'])
      assert.equal((await fetched(`v1/results/${ecg?.id}/media/${name}`)).statusCode, 404, name);
  });

  it('include the brain scan’s report in each language', async () => {
    const [[report, ...others] = []] = await mediaOf(RESULT_TYPE.BRAIN);
    assert.deepEqual([report?.type, others], ['application/pdf', []]);
    const [english, french] = await Promise.all(
      ['en', 'fr'].map(async (language) => (await fetched(report?.url, { 'accept-language': language })).rawPayload),
    );
    for (const pdf of [english, french]) assert.equal(pdf?.subarray(0, 5).toString(), '%PDF-');
    assert.notDeepEqual(english, french);
  });
});
