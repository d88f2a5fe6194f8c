import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { readFolder } from 'server-kit/disk';
import type { HealthEvent } from 'shared-ui/contract/host';
import { PATIENTLY, startGateway, startPublished } from '../../testing/fixtures.ts';
import { readAllCounts } from './files.ts';
import { readHealth } from './verdict.ts';

const SURVEYS = 'surveys@1.0.0';
const LOADED_ONCE = /lodestar_remote_loaded_total\{remote="surveys@1\.0\.0"\} 1\n/;
const THROWS: HealthEvent[] = [
  { kind: 'loaded', remote: SURVEYS, value: 300 },
  { kind: 'broke', remote: SURVEYS, code: 'RENDER_FAILED' },
];

async function setUp(test: TestContext) {
  const published = await startPublished(test);
  const post = (payload: unknown, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    published.app.inject({
      method: 'POST',
      url: '/telemetry',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      remoteAddress,
    });
  const metrics = async (app: FastifyInstance = published.app) => (await app.inject('/metrics')).body;
  return { ...published, post, metrics };
}

describe('POST /telemetry', () => {
  it("counts a page's report, also as plain text, and repeated events of one page once", async (test) => {
    for (const type of ['application/json', 'text/plain;charset=UTF-8']) {
      const { post, metrics } = await setUp(test);
      const events = [...THROWS, ...THROWS, { kind: 'LCP', remote: SURVEYS, value: 1_234 }];
      const answer = await post({ events }, { 'content-type': type });
      assert.deepEqual([answer.statusCode, answer.body], [204, '']);
      const lines = (await metrics()).replaceAll('remote="surveys@1.0.0"', '').split('\n');
      for (const line of [
        'lodestar_remote_loaded_total{} 1',
        'lodestar_remote_errors_total{,code="RENDER_FAILED"} 1',
        'lodestar_remote_failing_pages_total{} 1',
        'lodestar_remote_load_seconds_bucket{,le="0.2"} 0',
        'lodestar_remote_load_seconds_bucket{,le="0.4"} 1',
        'lodestar_remote_load_seconds_bucket{,le="+Inf"} 1',
        'lodestar_remote_load_seconds_sum{} 0.3',
        'lodestar_web_vital_lcp_seconds_count{} 1',
      ])
        assert.ok(lines.includes(line), line);
    }
  });

  it('returns 400 for a body that is no report, 413 above 64 kB, and counts nothing', async (test) => {
    const { post, metrics, open } = await setUp(test);
    const bodies = ['{"events":[', '', '[]', '"events"', 'null', '{}', '{"events":{}}', '{"events":["loaded"]}'];
    const events = [
      { kind: 'seen', remote: SURVEYS, value: 1 },
      { kind: 'loaded', remote: 'surveys', value: 1 },
      { kind: 'loaded', remote: SURVEYS },
      { kind: 'loaded', remote: SURVEYS, value: -1 },
      { kind: 'failed', remote: SURVEYS },
      { kind: 'failed', remote: SURVEYS, code: 'It broke' },
    ];
    for (const body of [...bodies, ...events.map((event) => JSON.stringify({ events: [event] }))])
      for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
        const answer = await post(body, { 'content-type': type });
        assert.deepEqual([answer.statusCode, answer.json().error.code], [400, 'BAD_REQUEST'], `${body} as ${type}`);
      }
    assert.match(await metrics(), /lodestar_remote_failing_pages_total\{remote="surveys@1\.0\.0"\} 0/);
    const sized = (bytes: number) => `{"events":[],"padding":"${'x'.repeat(bytes - 26)}"}`;
    assert.equal(sized(64 * 1024).length, 64 * 1024);
    assert.equal((await post(sized(64 * 1024 + 1))).statusCode, 413);
    assert.equal((await post(sized(64 * 1024))).statusCode, 204);
    assert.equal((await open('/telemetry')).statusCode, 404);
  });

  it('telemetry ignores unpublished versions and names inherited from Object', async (test) => {
    const { post, root, app } = await setUp(test);
    const remotes = ['surveys@9.9.9', 'nobody@1.0.0', 'constructor@1.0.0', '__proto__@1.0.0', 'surveys@constructor'];
    const events = remotes.map((remote) => ({ kind: 'loaded', remote, value: 1 }));
    assert.equal((await post({ events })).statusCode, 204);
    await app.close();
    assert.deepEqual(await readAllCounts(root), {});
  });

  it('telemetry refuses reports sent from another site', async (test) => {
    const { post, metrics } = await setUp(test);
    for (const site of ['cross-site', 'same-site', 'none'])
      assert.equal((await post({ events: THROWS }, { 'sec-fetch-site': site })).statusCode, 403, site);
    assert.equal((await post({ events: THROWS }, { 'sec-fetch-site': 'same-origin' })).statusCode, 204);
    assert.match(await metrics(), LOADED_ONCE);
  });

  it('1,000 forged failures from one client cannot fail a version', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22, 12) });
    for (const others of [0, 25]) {
      const { post, root, app } = await setUp(test);
      for (let other = 0; other < others; other += 1) await post({ events: THROWS.slice(0, 1) }, {}, `10.0.0.${other}`);
      for (let page = 0; page < 1_000; page += 1)
        await post({ events: THROWS }, { cookie: `lodestar-cohort=${page}` }, '192.0.2.1');
      await app.close();
      assert.notEqual((await readHealth(root))('surveys', '1.0.0'), 'failing', `beside ${others}`);
    }
  });
});

describe('stored counts', () => {
  const files = async (root: string) => (await readdir(join(root, 'health'))).filter((name) => name.endsWith('.json'));
  const report = (app: FastifyInstance) =>
    app.inject({ method: 'POST', url: '/telemetry', payload: { events: THROWS } });

  it('have one file per concurrent gateway, are summed up, and read again by the next gateway', async (test) => {
    const { root, app, teamsFile, metrics } = await setUp(test);
    const other = await startGateway(test, { deployRoot: root, teamsFile });
    await report(app);
    await app.close();
    const next = await startGateway(test, { deployRoot: root, teamsFile });
    assert.match(await metrics(next), LOADED_ONCE);
    for (const gateway of [next, other]) await report(gateway);
    await Promise.all([next.close(), other.close()]);
    assert.equal((await files(root)).length, 2);
    const { loaded, failing } = (await readAllCounts(root))[SURVEYS] ?? {};
    assert.deepEqual([loaded, failing], [3, 3]);
  });

  it('are on disk within seconds while the gateway runs', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const { app, root } = await setUp(test);
    await report(app);
    test.mock.timers.tick(5_000);
    await test.waitFor(async () => assert.equal((await readAllCounts(root))[SURVEYS]?.loaded, 1), PATIENTLY);
  });
});

/** Twenty personal details that must not leak from a report: identity, contacts, input, location. */
const MARKERS = [
  'Rosalind Featherstone rosalind@example.org +1-604-555-0199 1961-04-23 ER10000417 cookie-marker',
  '7f1b9c52-7e0e-4a86-9e42-0c1f4f6d8a11 eyJhbGciOi.token PIN-4711 Bearer-abc /profile/4242/results/99',
  'my-daughter-Ines I-feel-dizzy potassium-5-9 ward-B-17 browser-marker fr-marker referrer-marker CODE_OF_ROSALIND',
].flatMap((line) => line.split(' '));

it('personal data in telemetry never reaches files, metrics or logs', async (test) => {
  const { post, root, app, log, metrics } = await setUp(test);
  const text = MARKERS.join(' ');
  const more = { message: text, stack: text, url: text, user: { name: text } };
  const events = [
    { ...more, kind: 'loaded', remote: SURVEYS, value: 300 },
    { ...more, kind: 'broke', remote: SURVEYS, code: 'CODE_OF_ROSALIND' },
    { ...more, kind: 'LCP', remote: SURVEYS, value: 1_000, code: 'CODE_OF_ROSALIND' },
  ];
  const cookie = `lodestar-cohort=5; me=${text}`;
  const headers = { 'user-agent': text, 'accept-language': text, referer: text, cookie };
  await post({ ...more, events }, headers);
  for (const marker of MARKERS) {
    await post({ events: [{ kind: 'loaded', remote: `surveys@${marker}`, value: 1 }] }, headers);
    await post({ events: [{ kind: 'loaded', remote: SURVEYS, code: marker, value: 1 }] }, headers);
  }
  await post(`{"events":"${text}"}`, headers);
  await post({ events: [{ kind: 'failed', remote: SURVEYS, code: text }] }, headers);
  const seen = [await metrics()];
  assert.match(seen[0] ?? '', /errors_total\{remote="surveys@1\.0\.0",code="OTHER"\} 1\n/);
  await app.close();
  for (const content of (await readFolder(join(root, 'health'))).values()) seen.push(content.toString());
  assert.match(seen.join('\n'), /"loaded":2/);
  assert.equal(MARKERS.length, 20);
  const found = MARKERS.filter((marker) => [...seen, ...log].some((one) => one.includes(marker)));
  test.diagnostic(`markers: ${found.length} of ${MARKERS.length} found in health files, metrics and log`);
  assert.deepEqual(found, []);
});
