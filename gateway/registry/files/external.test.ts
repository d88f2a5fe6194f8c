import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { publishBuilt } from '../../publish/publisher.ts';
import { startPublished, writeRemoteBuild } from '../../testing/fixtures.ts';
import { serve } from '../../testing/servers.ts';
import { changeRegistry, publishedFolder, readRegistry } from '../registry.ts';

const ENTRY = 'remoteEntry.0a1b2c3d.js';
const AT = '/remotes/surveys/2.0.0/';

/** Starts a gateway whose surveys 2.0.0 is hosted on a third-party server; `own` overrides its response per file. */
async function setUp(test: TestContext, own: Record<string, RequestListener> = {}) {
  const published = await startPublished(test);
  const { folder, root, app } = published;
  const theirs = join(folder, 'theirs');
  await writeRemoteBuild(join(folder, 'stranger'), { version: '2.0.0' });
  await publishBuilt(theirs, join(folder, 'stranger'));
  const dist = publishedFolder(theirs, 'surveys', '2.0.0');
  const asked: { line: string; headers: string }[] = [];
  const origin = await serve(test, async (request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: JSON.stringify(request.headers) });
    const path = (request.url ?? '').slice(1);
    if (own[path]) return own[path](request, response);
    const content = await readFile(join(dist, path)).catch(() => undefined);
    return response.writeHead(content ? 200 : 404).end(content);
  });
  const listed = (await readRegistry(theirs)).remotes.surveys?.versions['2.0.0'];
  assert.ok(listed);
  await changeRegistry(root, ({ origins, revision, remotes, ...more }) => {
    const versions = { ...remotes.surveys?.versions, '2.0.0': { ...listed, manifest: `${origin}/remote.json` } };
    const surveys = { active: '2.0.0', versions };
    return { ...more, origins: [...origins, origin], revision: revision + 1, remotes: { ...remotes, surveys } };
  });
  const get = (path: string, headers = {}) => app.inject({ url: AT + path, headers });
  return { ...published, dist, origin, asked, get };
}

describe('a remote on another server', () => {
  it('is fetched by the gateway: pages never see its server, and may not call it or run code from it', async (test) => {
    const { app, origin, get, dist } = await setUp(test);
    for (const url of ['/', '/app', '/registry.json', '/config.json', `${AT}remote.json`]) {
      const { headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
      assert.ok(!`${body}${JSON.stringify(headers)}`.includes(origin), url);
    }
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    assert.match(policy, /script-src 'self'( 'sha256-[^']+')*; .*connect-src 'self' http:\/\/localhost:3002;/);
    const { remotes, origins } = (await app.inject('/registry.json')).json();
    assert.deepEqual([remotes.surveys.versions['2.0.0'].manifest, origins], [`${AT}remote.json`, ['self']]);
    for (const file of ['remote.json', ENTRY, 'assets/picture.png']) {
      const answer = await get(file);
      assert.equal(answer.statusCode, 200, file);
      assert.deepEqual(answer.rawPayload, await readFile(join(dist, file)), file);
      assert.match(String(answer.headers['cache-control']), /immutable/);
    }
    assert.equal((await get(ENTRY, { 'accept-encoding': 'br' })).headers['content-encoding'], 'br');
  });

  it('an external server is asked only for listed files, without user data', async (test) => {
    const { app, asked, get } = await setUp(test);
    const headers = { cookie: 'lodestar-cohort=7', authorization: 'Bearer secret-token', referer: 'https://x/private' };
    for (const path of [ENTRY, ENTRY, `${ENTRY}?to=everything`, 'remote.json'])
      assert.equal((await get(path, headers)).statusCode, 200, path);
    for (const path of ['secrets.txt', '../other/remote.json', '..%2fremote.json', 'http://169.254.169.254/latest'])
      assert.equal((await get(path)).statusCode, 404, path);
    assert.equal((await app.inject('/remotes/surveys/3.0.0/remote.json')).statusCode, 404);
    assert.equal((await app.inject({ method: 'POST', url: AT + ENTRY, payload: 'a survey' })).statusCode, 404);
    assert.equal(asked.map(({ line }) => line).join(), `GET /remote.json,GET /${ENTRY}`);
    assert.doesNotMatch(asked.map((one) => one.headers).join(), /cohort|secret-token|private/);
  });

  it('is not served when a file was changed after it was published, unless the gateway has a copy', async (test) => {
    const { get, dist, log } = await setUp(test);
    const picture = (await get('assets/picture.png')).rawPayload;
    for (const file of ['remote.json', 'assets/picture.png', ENTRY])
      await writeFile(join(dist, file), 'globalThis.stolen = true;');
    assert.deepEqual((await get('assets/picture.png')).rawPayload, picture, 'the gateway has a copy');
    const { statusCode, body } = await get(ENTRY);
    assert.equal(statusCode, 502);
    assert.doesNotMatch(body, /stolen/);
    assert.match(
      log.join(''),
      /"remote":"surveys@2\.0\.0","problem":"[^"]*remoteEntry[^"]* has hash .*, published was/,
    );
  });

  const breakOff: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': 5_000 }).write('half');
    setImmediate(() => response.destroy());
  };
  const faults: [string, RequestListener, RegExp][] = [
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), /answered 302/],
    ['an error', (_, response) => response.writeHead(500).end('oh'), /answered 500/],
    ['an answer that breaks off', breakOff, /broke off/],
    ['too large a file', (_, response) => response.end(Buffer.alloc(9_000_000)), /is larger than 8000000 bytes/],
  ];
  for (const [what, answer, said] of faults)
    it(`answers 502 to ${what} there, says why in the log, and asks again the next time`, async (test) => {
      const broken: Record<string, RequestListener> = { [ENTRY]: answer };
      const { get, log } = await setUp(test, broken);
      assert.equal((await get(ENTRY)).statusCode, 502);
      assert.match(log.join(''), said);
      delete broken[ENTRY];
      assert.equal((await get(ENTRY)).statusCode, 200);
    });
});
