import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { integrityOf } from 'server-kit/disk';
import { readHistory } from '../registry/history.ts';
import { changeRegistry } from '../registry/registry.ts';
import { registryIn, seeded, startPublished, writeTeams } from '../testing/fixtures.ts';
import { LOCAL_GATEWAY, type OverrideStage, startOverrides } from '../testing/overrides.ts';
import { serve } from '../testing/servers.ts';
import { makeTeam } from '../testing/teams.ts';
import { type Override, tokenOf } from './token.ts';

/** Starts a gateway with links to test versions. `tokenFor` signs one as the team that owns surveys. */
async function start(test: TestContext, apiUrls?: string[], options?: Parameters<typeof startOverrides>[2]) {
  const stage = await startOverrides(test, apiUrls, options);
  const tokenFor = (change: Partial<Override> = {}) => tokenOf(stage.override(change), stage.ward.key.privateKey);
  return { ...stage, tokenFor };
}

/** Opens a link to a test version. */
const follow = ({ open }: OverrideStage, token: string, headers: Record<string, string> = {}) =>
  open(`/override?token=${token}`, headers);

/** Hands in the manifest of a test version that the gateway can't fetch. Returns the status. */
const handIn = async ({ app }: OverrideStage, payload: object, headers = {}) =>
  (await app.inject({ method: 'PUT', url: '/override/manifest', payload, headers })).statusCode;

/** Returns the cookie that a response sets, as a browser sends it back. */
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

const cookieFor = (token: string) => `lodestar-override=${token}`;

const surveysIn = (body: string) => registryIn(body).remotes.surveys;

const overriddenIn = async ({ root }: OverrideStage) =>
  (await readHistory(root, 'surveys')).filter(({ what }) => what === 'overridden');

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function altered(token: string, chance: (below: number) => number): string {
  const at = chance(token.length);
  const letter = LETTERS[chance(LETTERS.length)] ?? 'A';
  const [start, rest] = [token.slice(0, at), token.slice(at)];
  const changed = [`${start}${letter}${rest.slice(1)}`, `${start}${letter}${rest}`, `${start}${rest.slice(1)}`, start];
  const whole = [`${token}${letter}`, `${token}%3D`, token.split('.').reverse().join('.'), `${token}.${token}`];
  return [...changed, ...whole][chance(8)] ?? '';
}

/** Returns a token with changed contents and the signature of the former. */
function rewritten(token: string, change: Partial<Override>): string {
  const [said = '', signature] = token.split('.');
  const contents = { ...JSON.parse(Buffer.from(said, 'base64url').toString()), ...change };
  return `${Buffer.from(JSON.stringify(contents)).toString('base64url')}.${signature}`;
}

describe('a link to a test version', () => {
  it('an override link activates a test version in that browser only', async (test) => {
    const stage = await start(test, undefined, { publicUrl: LOCAL_GATEWAY });
    const { id, integrity } = stage.override();
    const answer = await follow(stage, stage.tokenFor());
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
    const set = /^lodestar-override=[\w.-]+; Path=\/; Max-Age=(600|599); SameSite=Lax; HttpOnly$/;
    assert.match(String(answer.headers['set-cookie']), set);
    const cookie = cookieOf(answer);
    const page = await stage.open('/app', { cookie });
    const version = `1.4.0-override.${id}`;
    const surveys = surveysIn(page.body);
    assert.deepEqual([surveys?.active, surveys?.previous], [version, undefined]);
    const published = surveys?.versions[version];
    assert.equal(published?.manifest, `/remotes/surveys/${version}/remote.json`);
    assert.deepEqual([published?.integrity, published?.trust], [integrity, 'trusted']);
    assert.deepEqual(registryIn(page.body).origins, ['self']);
    assert.ok(!String(page.headers['content-security-policy']).includes(new URL(stage.url).origin));
    assert.match(page.body, /id="lodestar-override">\{"name":"surveys","build":"1\.4\.0","until":\d+\}</);
    assert.deepEqual([page.headers['cache-control'], page.headers['lodestar-override']], ['no-store', id]);
    const registry = await stage.app.inject({ url: '/registry.json', headers: { cookie } });
    assert.deepEqual(registry.json().remotes.surveys, surveys);
    for (const others of [undefined, { cookie: 'lodestar-cohort=5' }]) {
      const usual = await stage.open('/app', others);
      assert.equal(surveysIn(usual.body)?.active, '1.0.0');
      assert.ok(!usual.body.includes('override') && !usual.headers['lodestar-override']);
    }
    for (const url of ['/index.html', '/registry.json']) {
      const { body } = await stage.open(url, { cookie, 'lodestar-for': 'worker' });
      assert.ok(body.includes('"surveys"') && !body.includes('override'), `${url} for the service worker`);
    }
  });

  it('override files are served uncached and only to that browser', async (test) => {
    const stage = await start(test, undefined, { publicUrl: LOCAL_GATEWAY });
    const cookie = cookieFor(stage.tokenFor());
    const ask = (
      file: string,
      headers: Record<string, string> = { cookie },
      version = '1.4.0-override.0123456789abcdef',
    ) => stage.app.inject({ url: `/remotes/surveys/${version}/${file}`, headers });
    const manifest = await ask('remote.json');
    assert.deepEqual([manifest.statusCode, manifest.body], [200, stage.manifest]);
    const entry = await ask('remoteEntry.0a1b2c3d.js');
    assert.deepEqual([entry.statusCode, entry.headers['cache-control']], [200, 'no-store']);
    assert.match(entry.body, /globalThis\.container/);
    const refused = [ask('remote.js'), ask('remote.json', {}), ask('remote.json', { cookie: 'lodestar-override=x' })];
    for (const { statusCode } of await Promise.all([...refused, ask('remote.json', { cookie }, '1.4.0')]))
      assert.equal(statusCode, 404);
  });

  it('uses a version that this gateway has already published, if it points to one', async (test) => {
    const stage = await start(test, undefined, { publicUrl: LOCAL_GATEWAY });
    const manifest = (await stage.app.inject('/remotes/surveys/1.0.0/remote.json')).body;
    const url = `${LOCAL_GATEWAY}/remotes/surveys/1.0.0/remote.json`;
    const token = stage.tokenFor({ url, integrity: integrityOf(Buffer.from(manifest)) });
    assert.equal(await handIn(stage, { token, manifest }), 204);
    const page = await stage.open('/', { cookie: cookieFor(token) });
    const { active = '', versions = {} } = surveysIn(page.body) ?? {};
    assert.equal(active, '1.0.0-override.0123456789abcdef');
    assert.equal(versions[active]?.manifest, '/remotes/surveys/1.0.0/remote.json');
  });

  it('sets a Secure cookie over https, and is recorded when it is opened and closed', async (test) => {
    const stage = await start(test);
    const https = { 'x-forwarded-proto': 'https' };
    const answer = await follow(stage, stage.tokenFor(), https);
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
    const headers = { cookie: cookieOf(answer), ...https };
    const ended = await stage.app.inject({ method: 'POST', url: '/override/end', headers });
    assert.equal(ended.statusCode, 204);
    assert.match(String(ended.headers['set-cookie']), /^__Host-lodestar-override=; Path=\/; Max-Age=0;/);
    const reasons = (await overriddenIn(stage)).map(({ who, version, why }) => `${who} ${version}: ${why}`);
    const link = 'ward 1.4.0: link 0123456789abcdef';
    assert.deepEqual(reasons, [`${link} opened`, `${link} ended: closed`]);
  });

  it('1,000 forged, expired, foreign or altered overrides are refused', async (test) => {
    const stage = await start(test);
    const { lab, override, tokenFor } = stage;
    const stranger = makeTeam('ward', ['surveys']).key.privateKey;
    const good = tokenFor();
    const now = Math.floor(Date.now() / 1000);
    const random = seeded(15);
    const chance = (below: number) => Math.floor(random() * below);
    const kinds: (() => string)[] = [
      () =>
        tokenOf(
          override({
            id: chance(2 ** 31)
              .toString(16)
              .padStart(16, '0'),
          }),
          stranger,
        ),
      () => tokenOf(override({ team: 'nobody' }), stranger),
      () => tokenOf(override({ team: 'constructor' }), stranger),
      () => tokenFor({ until: now - chance(86_400) }),
      () => tokenFor({ until: now + 86_400 + 400 + chance(1_000_000) }),
      () => tokenOf(override({ team: 'lab' }), lab.key.privateKey),
      () => tokenFor({ name: 'records' }),
      () => tokenOf(override({ name: 'records' }), lab.key.privateKey),
      () => tokenFor({ gateway: `https://other-${chance(999)}.example.org` }),
      () => tokenFor({ gateway: 'http://localhost:3000' }),
      () => tokenFor({ kind: 'other' as Override['kind'] }),
      () => rewritten(good, { until: now + 60 + chance(1000) }),
      () => rewritten(good, { name: 'records' }),
      () => Buffer.from(LETTERS).toString('base64url').slice(chance(20)),
      ...Array.from({ length: 6 }, () => () => altered(good, chance)),
    ];
    let worked = 0;
    for (let count = 0; count < 1_000; count++) {
      const token = kinds[count % kinds.length]?.() ?? '';
      if (token === good) continue;
      const answer = await follow(stage, token);
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${answer.statusCode}: ${token}`);
      const page = await stage.open('/', { cookie: cookieFor(token) });
      if (answer.headers['set-cookie'] !== undefined || page.body.includes('lodestar-override')) worked++;
    }
    assert.equal(worked, 0);
    assert.equal((await follow(stage, good)).statusCode, 303);
    test.diagnostic(`override links: 1,000 forged, expired, foreign or altered ones, ${worked} worked`);
  });

  it('returns 404 while overrides are off, which is the default', async (test) => {
    const token = (await start(test)).tokenFor();
    const { app, open } = await startPublished(test);
    const headers = { cookie: cookieFor(token) };
    assert.equal((await open(`/override?token=${token}`)).statusCode, 404);
    for (const url of ['/override', '/override/keep', '/override/end'])
      assert.equal((await app.inject({ method: 'POST', url, headers })).statusCode, 404);
    assert.equal(surveysIn((await open('/', headers)).body)?.active, '1.0.0');
  });

  it('an override ends when it expires or its team is delisted', async (test) => {
    const stage = await start(test);
    test.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const short = stage.tokenFor({ until: Math.floor(Date.now() / 1000) + 2 });
    const long = stage.tokenFor();
    const active = async (token: string) =>
      String(surveysIn((await stage.open('/', { cookie: cookieFor(token) })).body)?.active);
    assert.match(await active(short), /-override/);
    test.mock.timers.tick(3_000);
    assert.equal(await active(short), '1.0.0');
    const refused = await follow(stage, short, { 'accept-language': 'fr-CA' });
    assert.equal(refused.statusCode, 410);
    assert.match(refused.body, /<html lang="fr-CA">[\s\S]*<style>[\s\S]*Son délai est écoulé\./);
    assert.match(String(refused.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
    assert.match(await active(long), /-override/);
    await writeTeams(stage.folder, { lab: stage.lab.listed });
    assert.equal(await active(long), '1.0.0');
  });

  it('override routes refuse embedded and cross-site requests', async (test) => {
    const stage = await start(test);
    const token = stage.tokenFor();
    for (const dest of ['image', 'iframe', 'script', 'empty']) {
      const answer = await follow(stage, token, { 'sec-fetch-dest': dest });
      assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [403, undefined]);
    }
    assert.equal((await follow(stage, token, { 'sec-fetch-dest': 'document' })).statusCode, 303);
    const headers = { cookie: cookieFor(token), 'sec-fetch-site': 'cross-site' };
    for (const url of ['/override/end', '/override/keep'])
      assert.equal((await stage.app.inject({ method: 'POST', url, headers })).statusCode, 403);
  });

  it('is refused for a build that changed, is missing, is another remote’s or was revoked', async (test) => {
    const stage = await start(test);
    const status = async (change: Partial<Override>) => (await follow(stage, stage.tokenFor(change))).statusCode;
    assert.equal(await status({ integrity: `sha384-${'A'.repeat(64)}` }), 409);
    const gone = { integrity: `sha384-${'B'.repeat(64)}`, url: stage.url.replace('remote', 'gone') };
    assert.equal(await status(gone), 502);
    assert.equal(await status({ name: 'pharmacy' }), 409);
    await changeRegistry(stage.root, ({ remotes: { surveys, ...others }, ...registry }) => {
      assert.ok(surveys);
      return { ...registry, revision: 99, remotes: { ...others, surveys: { ...surveys, revoked: ['1.4.0'] } } };
    });
    assert.equal(await status({ id: 'fedcba9876543210' }), 409);
    const french = await follow(stage, 'x', { 'accept-language': 'fr-CA' });
    assert.match(french.body, /Ce lien vers une version de test ne fonctionne pas/);
  });
});

describe('a test version after sign-in', () => {
  const users: Record<string, object> = {
    'Bearer tester': { scope: 'full', tester: true },
    'Bearer patient': { scope: 'full', tester: false },
    'Bearer wristband': { scope: 'narrow' },
  };

  it('is kept for testers and incomplete sessions, and removed from any other account, which is recorded once', async (test) => {
    const api = await serve(test, ({ headers }, response) => {
      const user = users[String(headers.authorization)];
      response.writeHead(user ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(user ?? {}));
    });
    const stage = await start(test, ['http://127.0.0.1:9', api]);
    const cookie = cookieFor(stage.tokenFor());
    const send = async (method: 'GET' | 'POST', url: string, authorization: string) => {
      const { statusCode, headers } = await stage.app.inject({ method, url, headers: { cookie, authorization } });
      return [statusCode, headers['set-cookie']] as const;
    };
    for (const authorization of ['Bearer tester', 'Bearer wristband', 'Bearer gone'])
      assert.deepEqual(await send('POST', '/override/keep', authorization), [204, undefined], authorization);
    for (const _ of [1, 2]) {
      const [status, removed] = await send('POST', '/override/keep', 'Bearer patient');
      assert.equal(status, 403);
      assert.match(String(removed), /^lodestar-override=; Path=\/; Max-Age=0/);
    }
    const [act, ...more] = await overriddenIn(stage);
    assert.match(String(act?.why), /ended: the account that signed in is no tester$/);
    assert.deepEqual(more, []);
    // Also on the first call of a session, if the page does not ask.
    assert.match(String((await send('GET', '/api/v1/anything', 'Bearer patient'))[1]), /^lodestar-override=;/);
    assert.equal((await send('GET', '/api/v1/anything', 'Bearer tester'))[1], undefined);
  });

  it('an override is not kept when no API is reachable', async (test) => {
    const { app, tokenFor } = await start(test);
    const headers = { cookie: cookieFor(tokenFor()), authorization: 'Bearer tester' };
    assert.equal((await app.inject({ method: 'POST', url: '/override/keep', headers })).statusCode, 502);
  });
});

describe('builds under development', () => {
  const DEV = { url: 'http://localhost:9/remote.json', kind: 'dev' } as const;

  it('open with a submitted manifest, which must be the signed one', async (test) => {
    const stage = await start(test);
    const { manifest } = stage;
    const token = stage.tokenFor(DEV);
    assert.equal((await follow(stage, token)).statusCode, 502);
    assert.equal(await handIn(stage, { token, manifest: manifest.replace('1.4.0', '1.4.1') }), 409);
    assert.equal(await handIn(stage, { token: 'forged', manifest }), 403);
    assert.equal(await handIn(stage, { token, manifest }), 204);
    const answer = await follow(stage, token);
    assert.equal(answer.statusCode, 303);
    const page = await stage.open('/', { cookie: cookieOf(answer) });
    assert.match(page.body, /"developer":"http:\/\/localhost:9"/);
    const policy = String(page.headers['content-security-policy']).split('; ');
    const sources = (name: string) => policy.find((directive) => directive.startsWith(`${name} `))?.split(' ') ?? [];
    const hashes = Object.entries<string>(JSON.parse(manifest).files).filter(([path]) => path.endsWith('.js'));
    for (const [, hash] of hashes) assert.ok(sources('script-src').includes(`'${hash}'`));
    assert.equal(hashes.length, 2);
    assert.ok(!sources('script-src').includes('http://localhost:9'));
    assert.ok(sources('connect-src').includes('http://localhost:9'));
  });

  it('replace each other in a browser that has one, each with its own signed token', async (test) => {
    const stage = await start(test);
    const [first, next] = [stage.tokenFor(DEV), stage.tokenFor({ ...DEV, id: 'aaaaaaaaaaaaaaaa' })];
    await handIn(stage, { token: first, manifest: stage.manifest });
    const renew = (token: string, cookie: string) =>
      stage.app.inject({ method: 'POST', url: '/override', headers: { cookie }, payload: { token } });
    const renewed = await renew(next, cookieFor(first));
    assert.deepEqual([renewed.statusCode, cookieOf(renewed)], [204, cookieFor(next)]);
    const release = stage.tokenFor();
    for (const [to, cookie] of [
      [next, ''],
      [next, cookieFor(release)],
      [release, cookieFor(first)],
      [`${next.slice(0, -1)}_`, cookieFor(first)],
    ] as const) {
      const { statusCode, headers } = await renew(to, cookie);
      assert.deepEqual([statusCode, headers['set-cookie']], [403, undefined]);
    }
  });

  it('may be sandboxed: the page runs none of their scripts itself', async (test) => {
    const stage = await start(test);
    const token = stage.tokenFor({ ...DEV, trust: 'sandboxed' });
    assert.equal(await handIn(stage, { token, manifest: stage.manifest }), 204);
    const page = await stage.open('/', { cookie: cookieOf(await follow(stage, token)) });
    const { active = '', versions = {} } = surveysIn(page.body) ?? {};
    assert.equal(versions[active]?.trust, 'sandboxed');
    const policy = String(page.headers['content-security-policy']);
    assert.doesNotMatch(policy, /script-src[^;]*(sha384|localhost)/);
    assert.match(policy, /connect-src[^;]* http:\/\/localhost:9/);
  });

  it('in a demo on this machine may be signed with a key that the gateway does not list', async (test) => {
    const startDemo = (acceptsLocalKeys: boolean) =>
      start(test, undefined, { publicUrl: LOCAL_GATEWAY, acceptsLocalKeys });
    const { key, listed } = makeTeam('demo', ['*']);
    const stage = await startDemo(true);
    const tokenFor = (change: Partial<Override> = {}) =>
      tokenOf(stage.override({ ...DEV, team: 'demo', ...change }), key.privateKey);
    const send = (to: OverrideStage, token: string, headers = {}) =>
      handIn(to, { token, manifest: stage.manifest, publicKey: listed.publicKey }, headers);
    assert.equal(await send(await startDemo(false), tokenFor()), 403);
    for (const headers of [{ host: 'evil.example.org' }, { 'x-forwarded-for': '203.0.113.7' }])
      assert.equal(await send(stage, tokenFor(), headers), 403);
    assert.equal(await send(stage, tokenFor({ kind: 'release' })), 403);
    assert.equal(await send(stage, tokenFor()), 204);
    const answer = await follow(stage, tokenFor());
    assert.equal(answer.statusCode, 303);
    const page = await stage.open('/', { cookie: cookieOf(answer) });
    assert.match(page.body, /"isInPlace":true/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self' http:\/\/localhost:9[ ;]/);
  });
});
