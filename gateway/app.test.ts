import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { PublishedVersion, Registry } from 'shared-ui/contract';
import { publishShell, rollBack } from './publish/publisher.ts';
import { formatRegistry, readRegistry, registryFile } from './registry/registry.ts';
import {
  startGateway,
  startPublished,
  temporaryFolder,
  writeFiles,
  writeShellBuild,
  writeTeams,
} from './testing/fixtures.ts';
import { listen } from './testing/servers.ts';
import { readTeams } from './trust/teams.ts';

const SCRIPT = '/shell/1.0.0/main.11aa22bb.js';
const SURVEYS = '/remotes/surveys/1.0.0';

describe('published files', () => {
  it('are immutable and compressed, with one ETag per encoding, 304 for a match, and no body for HEAD', async (test) => {
    const { app, root } = await startPublished(test);
    const raw = await readFile(join(root, 'shell/1.0.0/main.11aa22bb.js'));
    const encodings = { '': undefined, gzip: 'gzip', 'gzip, deflate, br': 'br', 'br;q=0, gzip': 'gzip' };
    const decoded = { undefined: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync };
    const etags = new Set<unknown>();
    for (const [accepted, encoding] of Object.entries(encodings)) {
      const { rawPayload, headers, statusCode } = await app.inject({
        url: SCRIPT,
        headers: { 'accept-encoding': accepted },
      });
      assert.deepEqual([statusCode, headers['content-encoding'], headers.vary], [200, encoding, 'Accept-Encoding']);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.deepEqual(decoded[`${encoding}` as keyof typeof decoded](rawPayload), raw);
      etags.add(headers.etag);
    }
    assert.equal(etags.size, 3);
    const headers = { 'accept-encoding': 'br' };
    const first = await app.inject({ url: SCRIPT, headers });
    const known = { 'if-none-match': String(first.headers.etag) };
    const again = await app.inject({ url: SCRIPT, headers: { ...headers, ...known } });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', first.headers.etag]);
    assert.equal((await app.inject({ url: SCRIPT, headers: known })).statusCode, 200);
    const head = await app.inject({ method: 'HEAD', url: SCRIPT, headers });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
    assert.equal(head.headers['content-length'], first.headers['content-length']);
  });

  it('support range requests, which phones need to play a video', async (test) => {
    const { app } = await startPublished(test);
    const range = (value: string) => app.inject({ url: SCRIPT, headers: { range: value } });
    const whole = (await app.inject(SCRIPT)).body;
    const part = await range('bytes=3-7');
    assert.deepEqual([part.statusCode, part.body], [206, whole.slice(3, 8)]);
    assert.equal(part.headers['content-range'], `bytes 3-7/${whole.length}`);
    assert.equal((await range('bytes=-4')).body, whole.slice(-4));
    assert.equal((await range('bytes=10-')).body, whole.slice(10));
    assert.equal((await range('bytes=999999-')).statusCode, 416);
    for (const ignored of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
      assert.equal((await range(ignored)).statusCode, 200, ignored);
  });

  it('published files have the right content types', async (test) => {
    const { app } = await startPublished(test);
    for (const [url, type] of [
      [SCRIPT, 'text/javascript; charset=utf-8'],
      [`${SURVEYS}/remote.json`, 'application/json; charset=utf-8'],
      [`${SURVEYS}/assets/picture.png`, 'image/png'],
      ['/shell/1.0.0/main.33cc44dd.css', 'text/css; charset=utf-8'],
      ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
    ] as const)
      assert.equal((await app.inject(url)).headers['content-type'], type, url);
  });

  it('files of a remote are sandboxed when opened as pages', async (test) => {
    const { app, publish } = await startPublished(test);
    const files = { 'page.html': '<p>', 'drawing.svg': '<svg/>', 'text.xml': '<a/>' };
    await publish({ version: '1.0.1', files });
    for (const file of Object.keys(files)) {
      const { headers, statusCode } = await app.inject(`/remotes/surveys/1.0.1/${file}`);
      assert.equal(statusCode, 200, file);
      assert.match(String(headers['content-security-policy']), /(^|; )sandbox(;|$)/, file);
    }
  });

  it('only listed files are served', async (test) => {
    const { app, root } = await startPublished(test);
    await writeFiles(join(root, 'remotes/surveys/1.0.0'), { 'unlisted.js': 'x' });
    const inSurveys = [
      ...['unlisted.js', 'remote.json.br', 'constructor', 'remote.json%00.js', '..%5c..%5cregistry.json', ''],
      ...['../../../registry.json', '..%2f..%2f..%2fregistry.json', '%2e%2e/%2e%2e/%2e%2e/registry.json'],
    ];
    const urls = [
      ...inSurveys.map((path) => `${SURVEYS}/${path}`),
      ...['surveys/..%2f..%2fshell%2f1.0.0', '..%2fshell/1.0.0', 'shell/1.0.0'].map(
        (path) => `/remotes/${path}/shell-manifest.json`,
      ),
      ...['/remotes/surveys/9.9.9/remote.json', '/remotes/nobody/1.0.0/remote.json', '/remotes/surveys'],
      ...['/shell/1.0.0/index.html', '/shell/1.0.0/gone.js', '/shell'],
      ...['/brand/../brand.json', '/brand/other.png', '/favicon.ico'],
    ];
    const { port } = await listen(app);
    for (const url of urls)
      for (const accept of /^\/(favicon|brand\/\.\.)/.test(url) ? ['*/*'] : ['*/*', 'text/html']) {
        const { status, type, body } = await rawGet(port, url, accept);
        assert.deepEqual([status, type], [404, 'application/json; charset=utf-8'], url);
        assert.match(body, /^\{"error":\{"code":"NOT_FOUND","message":".+"\}\}$/, url);
      }
  });
});

/** Sends a request with its path as written; fetch and inject would normalise the dot segments. */
function rawGet(port: number, path: string, accept: string) {
  return new Promise<{ status: number | undefined; type: string | undefined; body: string }>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers: { accept } }, async (answer) =>
      resolve({ status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) }),
    );
    sent.on('error', reject).end();
  });
}

/** Recovery page: its policy allows no scripts. */
const SCRIPTLESS = '/repair';

describe('every response', () => {
  it('carries the security headers', async (test) => {
    const { app } = await startPublished(test);
    const etag = String((await app.inject('/registry.json')).headers.etag);
    type Kind = { url: string; method?: 'HEAD' | 'POST' | 'PUT'; headers?: Record<string, string> };
    /** Every kind of response: pages, data, whole and partial files, brand, worker, not found, failed. */
    const kinds: Kind[] = [
      ...['/', SCRIPTLESS, '/registry.json', '/config.json', '/healthz', '/manifest.webmanifest', '/brand/logo.svg'],
      ...['/sw.js', SCRIPT, '/gone.js', '/api/v1/users/me', '/%E0%A4%A'],
    ].map((url) => ({ url }));
    kinds.push(
      { url: '/profile/1/results', headers: { accept: 'text/html' } },
      { url: '/registry.json', headers: { 'if-none-match': etag } },
      { url: SCRIPT, headers: { 'accept-encoding': 'br' } },
      { url: SCRIPT, headers: { range: 'bytes=3-7' } },
      { url: SCRIPT, headers: { range: 'bytes=999999-' } },
      { url: SCRIPT, method: 'HEAD' },
      { url: '/app', method: 'PUT' },
      { url: '/api/v1/sessions', method: 'POST' },
    );
    const statuses = new Set<number>();
    for (const sent of kinds) {
      const kind = JSON.stringify(sent);
      const { headers, statusCode } = await app.inject(sent);
      statuses.add(statusCode);
      const policy = String(headers['content-security-policy']).split('; ');
      const rules = ["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];
      if (sent.url !== SCRIPTLESS) rules.push("script-src 'self'", "connect-src 'self' http://localhost:3002");
      for (const rule of rules) assert.ok(policy.includes(rule), `${kind}: ${rule}`);
      assert.doesNotMatch(policy.join(), /unsafe/, kind);
      // Half a kilobyte on each script of a first screen, without any effect there.
      const isPart = sent.url === SCRIPT && statusCode < 400;
      for (const [name, value] of [
        ['x-content-type-options', 'nosniff'],
        ['referrer-policy', 'no-referrer'],
        ['x-frame-options', isPart ? undefined : 'DENY'],
        ['cross-origin-opener-policy', isPart ? undefined : 'same-origin'],
        ['cross-origin-resource-policy', 'same-origin'],
        ['strict-transport-security', undefined],
      ] as const)
        assert.equal(headers[name], value, kind);
      const permissions = isPart
        ? /^undefined$/
        : /camera=\(self\).*credentials-create=\(self\), publickey-credentials-get=\(self\).*microphone=\(\)/;
      assert.match(String(headers['permissions-policy']), permissions, kind);
    }
    for (const status of [200, 206, 304, 404, 416]) assert.ok(statuses.has(status), `some answer ${status}`);
    test.diagnostic(`security headers: ${kinds.length} kinds of answer, 0 without`);
  });

  it('HSTS is sent only behind HTTPS reported by a trusted proxy', async (test) => {
    for (const [trustedProxies, expected] of [
      [['127.0.0.1'], 'max-age=31536000; includeSubDomains'],
      [[], undefined],
      [['10.0.0.0/8'], undefined],
    ] as const) {
      const { app } = await startPublished(test, { trustedProxies: [...trustedProxies] });
      const { headers } = await app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } });
      assert.equal(headers['strict-transport-security'], expected, trustedProxies.join());
    }
  });

  it('lets pages call the origins that the operator lists, and run scripts from none of them', async (test) => {
    const { app, root } = await startPublished(test, { connectOrigins: ['https://maps.example.org'] });
    const origins = ['self', 'https://remotes.example.org'];
    await writeFile(registryFile(root), JSON.stringify({ ...(await readRegistry(root)), origins, revision: 99 }));
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /connect-src 'self' http:\/\/localhost:3002 https:\/\/maps\.example\.org;/);
  });

  it('the log contains no query, link token or session token', async (test) => {
    const { app, log, open } = await startPublished(test);
    await open('/onboarding/reset-password/0d5c6383-3f45-4b45-9c3e-0a1b2c3d4e5f?email=jordan@example.org');
    await app.inject({ url: '/api/x?code=ER10000001', headers: { authorization: 'Bearer secret-token' } });
    assert.match(log.join(''), /"path":"\/onboarding\/reset-password\/:token","status":200/);
    assert.doesNotMatch(log.join(''), /0d5c6383|jordan|ER1000|secret-token/);
  });
});

describe('the registry', () => {
  it('is served fresh after a publish and a rollback, without a restart', async (test) => {
    const { app, root, publish } = await startPublished(test);
    const active = async () => (await app.inject('/registry.json')).json().remotes.surveys.active;
    const etag = String((await app.inject('/registry.json')).headers.etag);
    const fresh = () => app.inject({ url: '/registry.json', headers: { 'if-none-match': etag } });
    assert.deepEqual([await active(), (await fresh()).statusCode], ['1.0.0', 304]);
    await publish({ version: '1.1.0' });
    const { statusCode, headers } = await fresh();
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'private, no-cache']);
    assert.equal(await active(), '1.1.0');
    assert.match((await app.inject('/')).body, /"active":"1\.1\.0"/);
    assert.equal((await app.inject(`${SURVEYS}/remote.json`)).statusCode, 200);
    await rollBack(root, 'surveys');
    assert.equal(await active(), '1.0.0');
  });

  it('keeps its last good revision while the file on disk is broken', async (test) => {
    const { app, root, log } = await startPublished(test);
    const good = (await app.inject('/registry.json')).body;
    const file = await readFile(registryFile(root), 'utf8');
    const rejections = () => log.filter((line) => line.includes('registry rejected'));
    const broken: [string, RegExp][] = [
      [file.slice(0, 40), /registry\.json is not JSON/],
      [file.replace('"revision": 5', '"revision": "x"'), /\\"revision\\" must be a whole number/],
      [file.replace(/,\s*"integrity": "[^"]*"/, ''), /integrity\\" is missing/],
      [file.replace('"active": "1.0.0"', '"active": "7.0.0"'), /\\"shell\.active\\" names 7\.0\.0/],
    ];
    for (const [index, [spoilt, said]] of broken.entries()) {
      await writeFile(registryFile(root), spoilt);
      assert.equal((await app.inject('/registry.json')).body, good);
      assert.equal((await app.inject('/')).statusCode, 200);
      const health = await app.inject('/healthz');
      assert.equal(health.json().registry.revision, 5);
      assert.match(health.body, said);
      assert.equal(rejections().length, index + 1);
      assert.match(String(rejections().at(-1)), said);
    }
    await rm(registryFile(root));
    assert.equal((await app.inject('/registry.json')).body, good);
    assert.match((await app.inject('/healthz')).body, /registry\.json was deleted/);
    await writeFile(registryFile(root), file.replace('"revision": 5', '"revision": 6'));
    assert.equal((await app.inject('/registry.json')).json().revision, 6);
  });

  it('keeps its last good revision while a signature is missing, forged, of something else or of a stranger', async (test) => {
    const { app, root } = await startPublished(test);
    const good = (await app.inject('/registry.json')).body;
    const registry = await readRegistry(root);
    const [version, other] = ['timeline', 'records'].map((name) => registry.remotes[name]?.versions['1.0.0']);
    assert.ok(version?.signature && other);
    const signed = { ...version };
    const stranger = { ...version.signature, team: 'constructor' };
    const spoilt: [change: Partial<Record<keyof PublishedVersion, unknown>>, said: RegExp][] = [
      [{ signature: undefined }, /signature\\" is missing/],
      [{ signature: other.signature }, /is not team builders's for this name, version and integrity/],
      [{ signature: { team: 'builders', value: `${'A'.repeat(86)}==` } }, /is not team builders's/],
      [{ integrity: other.integrity }, /is not team builders's/],
      [{ signature: stranger }, /is by constructor, a team that the gateway does not know/],
      [{ trust: 'sandboxed' }, /is set, but \\"trust\\" is not \\"trusted\\"/],
    ];
    for (const [index, [change, said]] of spoilt.entries()) {
      Object.assign(version, signed, change);
      await writeFile(registryFile(root), formatRegistry({ ...registry, revision: 90 + index }));
      assert.equal((await app.inject('/registry.json')).body, good);
      const health = (await app.inject('/healthz')).body;
      assert.match(health, said);
      assert.match(health, /remotes\.timeline\.versions\.1\.0\.0\.signature/);
    }
  });

  it('is served as schema 1 while the active shell was built before schema 2', async (test) => {
    const { app, root, folder } = await startPublished(test);
    const served = async () => {
      const { schema, remotes } = (await app.inject('/registry.json')).json() as Registry;
      return [schema, remotes.timeline?.versions['1.0.0']?.trust];
    };
    assert.deepEqual(await served(), [2, 'trusted']);
    await writeShellBuild(join(folder, 'former'), '0.9.0', { declaration: { registrySchema: undefined } });
    await publishShell(root, join(folder, 'former'));
    assert.deepEqual(await served(), [1, 'house']);
    const page = (await app.inject('/')).body;
    assert.match(page, /"schema":1/);
    assert.doesNotMatch(page, /"trust":"trusted"/);
    assert.equal((await readRegistry(root)).schema, 2);
  });

  it('the registry is checked against the current list of teams', async (test) => {
    const { app, root, folder } = await startPublished(test);
    const problem = async () => (await app.inject('/healthz')).json().registry.problem;
    assert.equal(await problem(), undefined);
    const file = await writeTeams(folder);
    const { builders } = await readTeams(file);
    assert.ok(builders);
    await writeTeams(folder, { builders: { ...builders, remotes: ['records'] } });
    assert.match(await problem(), /timeline\.versions\.1\.0\.0\.signature" is by team builders, which may not publish/);
    await writeFile(file, '{"builders": {}}');
    assert.match(await problem(), /teams\.json: "builders\.publicKey" is missing/);
    await rm(file);
    assert.match(
      await problem(),
      /"remotes\.records\..*\.signature" is by builders, a team that the gateway does not know/,
    );
    assert.equal((await app.inject('/registry.json')).json().revision, 5);
    await writeTeams(folder);
    assert.equal(await problem(), undefined);
    assert.equal((await readRegistry(root)).revision, 5);
  });

  it('is served when no version is signed, and the log lists the versions that pages do not run', async (test) => {
    const { app, root, log } = await startPublished(test);
    const registry = await readRegistry(root);
    for (const version of Object.values(registry.remotes).flatMap(({ versions }) => Object.values(versions)))
      Object.assign(version, { trust: undefined, signature: undefined });
    await writeFile(registryFile(root), formatRegistry({ ...registry, revision: 6 }));
    assert.equal((await app.inject('/registry.json')).json().revision, 6);
    assert.equal((await app.inject('/healthz')).json().registry.problem, undefined);
    const line = log.find((one) => one.includes('"revision":6'));
    assert.match(String(line), /"unsigned":\["onboarding@1\.0\.0","timeline@1\.0\.0","records@1\.0\.0"\]/);
    assert.doesNotMatch((await app.inject('/')).body, /lodestar-preload/);
  });

  it('is empty before the first publish, and the page says so in both languages', async (test) => {
    const app = await startGateway(test, { deployRoot: await temporaryFolder(test) });
    assert.equal((await app.inject('/registry.json')).json().revision, 0);
    const page = await app.inject('/');
    assert.equal(page.statusCode, 503);
    assert.match(page.body, /being set up.*en cours d’installation/s);
  });
});
