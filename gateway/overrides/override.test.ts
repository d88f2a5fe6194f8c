import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { integrityOf } from '../common/disk.ts';
import { readHistory } from '../registry/history.ts';
import { changeRegistry } from '../registry/registry.ts';
import { registryIn, seeded, startPublished, writeTeams } from '../testing/fixtures.ts';
import { LOCAL_GATEWAY, type OverrideStage, startOverrides } from '../testing/overrides.ts';
import { serve } from '../testing/servers.ts';
import { makeTeam } from '../testing/teams.ts';
import { type Override, tokenOf } from './token.ts';

const startLocal = (test: TestContext) => startOverrides(test, undefined, { publicUrl: LOCAL_GATEWAY });

/** Opens a link to a test version. */
const follow = ({ open }: OverrideStage, token: string, headers: Record<string, string> = {}) =>
  open(`/override?token=${token}`, headers);

/** Returns the cookie that a response sets, as a browser sends it back. */
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function altered(token: string, chance: (below: number) => number): string {
  const at = chance(token.length);
  const letter = LETTERS[chance(LETTERS.length)] ?? 'A';
  const forms = [
    `${token.slice(0, at)}${letter}${token.slice(at + 1)}`,
    `${token.slice(0, at)}${letter}${token.slice(at)}`,
    `${token.slice(0, at)}${token.slice(at + 1)}`,
    token.slice(0, at),
    `${token}${letter}`,
    `${token}%3D`,
    token.split('.').reverse().join('.'),
    `${token}.${token}`,
  ];
  return forms[chance(forms.length)] ?? '';
}

describe('a link to a test version', () => {
  it('an override link activates a test version in that browser only', async (test) => {
    const stage = await startLocal(test);
    const override = stage.override();
    const answer = await follow(stage, tokenOf(override, stage.ward.key.privateKey));
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
    assert.match(
      String(answer.headers['set-cookie']),
      /^lodestar-override=[\w.-]+; Path=\/; Max-Age=(600|599); SameSite=Lax; HttpOnly$/,
    );
    const cookie = cookieOf(answer);
    const page = await stage.open('/app', { cookie });
    const { surveys } = registryIn(page.body).remotes;
    const version = `1.4.0-override.${override.id}`;
    assert.equal(surveys?.active, version);
    assert.equal(surveys?.previous, undefined);
    const { manifest, integrity, trust } = surveys?.versions[version] ?? {};
    assert.equal(manifest, `/remotes/surveys/${version}/remote.json`);
    assert.deepEqual([integrity, trust], [override.integrity, 'trusted']);
    assert.deepEqual(registryIn(page.body).origins, ['self']);
    assert.ok(!String(page.headers['content-security-policy']).includes(new URL(stage.url).origin));
    assert.match(page.body, /id="lodestar-override">\{"name":"surveys","build":"1\.4\.0","until":\d+\}</);
    assert.deepEqual([page.headers['cache-control'], page.headers['lodestar-override']], ['no-store', override.id]);
    const registry = await stage.app.inject({ url: '/registry.json', headers: { cookie } });
    assert.deepEqual(registry.json().remotes.surveys, surveys);
    for (const others of [undefined, { cookie: 'lodestar-cohort=5' }]) {
      const usual = await stage.open('/app', others);
      assert.equal(registryIn(usual.body).remotes.surveys?.active, '1.0.0');
      assert.ok(!usual.body.includes('override') && !usual.headers['lodestar-override']);
    }
  });

  it('override files are served uncached and only to that browser', async (test) => {
    const stage = await startLocal(test);
    const override = stage.override();
    const cookie = `lodestar-override=${tokenOf(override, stage.ward.key.privateKey)}`;
    const ask = (file: string, headers: Record<string, string> = { cookie }) =>
      stage.app.inject({ url: `/remotes/surveys/1.4.0-override.${override.id}/${file}`, headers });
    const manifest = await ask('remote.json');
    assert.deepEqual([manifest.statusCode, manifest.body], [200, stage.manifest]);
    const entry = await ask('remoteEntry.0a1b2c3d.js');
    assert.deepEqual([entry.statusCode, entry.headers['cache-control']], [200, 'no-store']);
    assert.match(entry.body, /globalThis\.container/);
    assert.equal((await ask('remote.js')).statusCode, 404);
    for (const headers of [{}, { cookie: 'lodestar-override=x' }])
      assert.equal((await ask('remote.json', headers)).statusCode, 404);
    const published = await stage.app.inject({ url: '/remotes/surveys/1.4.0/remote.json', headers: { cookie } });
    assert.equal(published.statusCode, 404);
  });

  it('uses a version that this gateway has already published, if it points to one', async (test) => {
    const stage = await startLocal(test);
    const text = (await stage.app.inject('/remotes/surveys/1.0.0/remote.json')).body;
    const url = `${LOCAL_GATEWAY}/remotes/surveys/1.0.0/remote.json`;
    const published = { url, integrity: integrityOf(Buffer.from(text)) };
    const token = tokenOf(stage.override(published), stage.ward.key.privateKey);
    const handed = { method: 'PUT', url: '/override/manifest', payload: { token, manifest: text } } as const;
    assert.equal((await stage.app.inject(handed)).statusCode, 204);
    const page = await stage.open('/', { cookie: `lodestar-override=${token}` });
    const { active = '', versions = {} } = registryIn(page.body).remotes.surveys ?? {};
    assert.equal(active, '1.0.0-override.0123456789abcdef');
    assert.equal(versions[active]?.manifest, '/remotes/surveys/1.0.0/remote.json');
  });

  it('sets a Secure cookie over https, and is recorded when it is opened and closed', async (test) => {
    const stage = await startOverrides(test);
    const token = tokenOf(stage.override(), stage.ward.key.privateKey);
    const answer = await follow(stage, token, { 'x-forwarded-proto': 'https' });
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
    const headers = { cookie: cookieOf(answer), 'x-forwarded-proto': 'https' };
    const ended = await stage.app.inject({ method: 'POST', url: '/override/end', headers });
    assert.equal(ended.statusCode, 204);
    assert.match(String(ended.headers['set-cookie']), /^__Host-lodestar-override=; Path=\/; Max-Age=0;/);
    const acts = (await readHistory(stage.root, 'surveys')).filter(({ what }) => what === 'overridden');
    const reasons = acts.map(({ who, version, why }) => `${who} ${version}: ${why}`);
    const link = 'ward 1.4.0: link 0123456789abcdef';
    assert.deepEqual(reasons, [`${link} opened`, `${link} ended: closed`]);
  });

  it('1,000 forged, expired, foreign or altered overrides are refused', async (test) => {
    const stage = await startOverrides(test);
    const { ward, lab, override } = stage;
    const stranger = makeTeam('ward', ['surveys']).key.privateKey;
    const good = tokenOf(override(), ward.key.privateKey);
    const now = Math.floor(Date.now() / 1000);
    const random = seeded(15);
    const chance = (below: number) => Math.floor(random() * below);
    const kinds: (() => string)[] = [
      () => tokenOf(override({ id: id(chance) }), stranger),
      () => tokenOf(override({ team: 'nobody' }), stranger),
      () => tokenOf(override({ team: 'constructor' }), stranger),
      () => tokenOf(override({ until: now - chance(86_400) }), ward.key.privateKey),
      () => tokenOf(override({ until: now + 86_400 + 400 + chance(1_000_000) }), ward.key.privateKey),
      () => tokenOf(override({ team: 'lab' }), lab.key.privateKey),
      () => tokenOf(override({ team: 'ward', name: 'records' }), ward.key.privateKey),
      () => tokenOf(override({ team: 'ward', name: 'records' }), lab.key.privateKey),
      () => tokenOf(override({ gateway: `https://other-${chance(999)}.example.org` }), ward.key.privateKey),
      () => tokenOf(override({ gateway: 'http://localhost:3000' }), ward.key.privateKey),
      () => tokenOf({ ...override(), kind: 'other' } as unknown as Override, ward.key.privateKey),
      () => `${rewritten(good, { until: now + 60 + chance(1000) })}.${good.split('.')[1]}`,
      () => `${rewritten(good, { name: 'records' })}.${good.split('.')[1]}`,
      () => Buffer.from(LETTERS).toString('base64url').slice(chance(20)),
      ...Array.from({ length: 6 }, () => () => altered(good, chance)),
    ];
    let worked = 0;
    for (let count = 0; count < 1_000; count++) {
      const token = kinds[count % kinds.length]?.() ?? '';
      if (token === good) continue;
      const answer = await follow(stage, token);
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${answer.statusCode}: ${token}`);
      const page = await stage.open('/', { cookie: `lodestar-override=${token}` });
      const isIn = answer.headers['set-cookie'] !== undefined || page.body.includes('lodestar-override');
      if (isIn) worked++;
    }
    assert.equal(worked, 0);
    assert.equal((await follow(stage, good)).statusCode, 303);
    test.diagnostic(`override links: 1,000 forged, expired, foreign or altered ones, ${worked} worked`);
  });

  it('returns 404 while overrides are off, which is the default', async (test) => {
    const stage = await startOverrides(test);
    const token = tokenOf(stage.override(), stage.ward.key.privateKey);
    const { app, open } = await startPublished(test);
    const cookie = `lodestar-override=${token}`;
    assert.equal((await open(`/override?token=${token}`)).statusCode, 404);
    for (const url of ['/override', '/override/keep', '/override/end'])
      assert.equal((await app.inject({ method: 'POST', url, headers: { cookie } })).statusCode, 404);
    assert.equal(registryIn((await open('/', { cookie })).body).remotes.surveys?.active, '1.0.0');
  });

  it('an override ends when it expires or its team is delisted', async (test) => {
    const stage = await startOverrides(test);
    const { folder, ward, lab, override } = stage;
    const short = tokenOf(override({ until: Math.floor(Date.now() / 1000) + 1 }), ward.key.privateKey);
    const long = tokenOf(override(), ward.key.privateKey);
    const active = async (token: string) =>
      registryIn((await stage.open('/', { cookie: `lodestar-override=${token}` })).body).remotes.surveys?.active;
    assert.match(String(await active(short)), /-override/);
    const began = Date.now();
    while (String(await active(short)).includes('override')) assert.ok(Date.now() - began < 5_000);
    const refused = await follow(stage, short, { 'accept-language': 'fr-CA' });
    assert.equal(refused.statusCode, 410);
    assert.match(refused.body, /<html lang="fr-CA">[\s\S]*<style>[\s\S]*Son délai est écoulé\./);
    assert.match(String(refused.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
    assert.match(String(await active(long)), /-override/);
    await writeTeams(folder, { lab: lab.listed });
    assert.equal(await active(long), '1.0.0');
  });

  it('override routes refuse embedded and cross-site requests', async (test) => {
    const stage = await startOverrides(test);
    const token = tokenOf(stage.override(), stage.ward.key.privateKey);
    for (const dest of ['image', 'iframe', 'script', 'empty']) {
      const answer = await follow(stage, token, { 'sec-fetch-dest': dest });
      assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [403, undefined]);
    }
    assert.equal((await follow(stage, token, { 'sec-fetch-dest': 'document' })).statusCode, 303);
    const headers = { cookie: `lodestar-override=${token}`, 'sec-fetch-site': 'cross-site' };
    for (const url of ['/override/end', '/override/keep'])
      assert.equal((await stage.app.inject({ method: 'POST', url, headers })).statusCode, 403);
  });

  it('is refused for a build that changed, is missing, is another remote’s or was revoked', async (test) => {
    const stage = await startOverrides(test);
    const { ward, override, url, root } = stage;
    const status = async (change: Partial<Override>) =>
      (await follow(stage, tokenOf(override(change), ward.key.privateKey))).statusCode;
    assert.equal(await status({ integrity: `sha384-${'A'.repeat(64)}` }), 409);
    assert.equal(await status({ integrity: `sha384-${'B'.repeat(64)}`, url: url.replace('remote', 'gone') }), 502);
    assert.equal(await status({ name: 'pharmacy' }), 409);
    await changeRegistry(root, (registry) => {
      const { surveys, ...others } = registry.remotes;
      assert.ok(surveys);
      return { ...registry, revision: 99, remotes: { ...others, surveys: { ...surveys, revoked: ['1.4.0'] } } };
    });
    assert.equal(await status({ id: 'fedcba9876543210' }), 409);
    const french = await follow(stage, 'x', { 'accept-language': 'fr-CA' });
    assert.match(french.body, /Ce lien vers une version d’essai ne fonctionne pas/);
  });

  it('is never included in what the service worker caches', async (test) => {
    const stage = await startOverrides(test);
    const cookie = `lodestar-override=${tokenOf(stage.override(), stage.ward.key.privateKey)}`;
    for (const url of ['/index.html', '/registry.json']) {
      const { body } = await stage.open(url, { cookie, 'lodestar-for': 'worker' });
      assert.ok(body.includes('"surveys"') && !body.includes('override'), url);
    }
  });
});

describe('a test version after sign-in', () => {
  const users: Record<string, object> = {
    'Bearer tester': { scope: 'full', tester: true },
    'Bearer patient': { scope: 'full', tester: false },
    'Bearer wristband': { scope: 'narrow' },
  };
  const start = async (test: TestContext) => {
    const api = await serve(test, ({ headers }, response) => {
      const user = users[String(headers.authorization)];
      response.writeHead(user ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(user ?? {}));
    });
    const stage = await startOverrides(test, ['http://127.0.0.1:9', api]);
    const cookie = `lodestar-override=${tokenOf(stage.override(), stage.ward.key.privateKey)}`;
    const keep = (authorization: string) =>
      stage.app.inject({ method: 'POST', url: '/override/keep', headers: { cookie, authorization } });
    return { ...stage, cookie, keep };
  };

  it('is kept for testers and incomplete sessions, and removed from any other account, which is recorded once', async (test) => {
    const { keep, root } = await start(test);
    for (const authorization of ['Bearer tester', 'Bearer wristband', 'Bearer gone']) {
      const { statusCode, headers } = await keep(authorization);
      assert.deepEqual([statusCode, headers['set-cookie']], [204, undefined], authorization);
    }
    for (const _ of [1, 2]) {
      const { statusCode, headers } = await keep('Bearer patient');
      assert.equal(statusCode, 403);
      assert.match(String(headers['set-cookie']), /^lodestar-override=; Path=\/; Max-Age=0/);
    }
    const [act, ...more] = (await readHistory(root, 'surveys')).filter(({ what }) => what === 'overridden');
    assert.match(String(act?.why), /ended: the account that signed in is no tester$/);
    assert.deepEqual(more, []);
  });

  it('is removed on the first API call of such a session, even if the page does not ask', async (test) => {
    const { app, cookie } = await start(test);
    const call = (authorization: string) => app.inject({ url: '/api/v1/anything', headers: { cookie, authorization } });
    assert.match(String((await call('Bearer patient')).headers['set-cookie']), /^lodestar-override=;/);
    assert.equal((await call('Bearer tester')).headers['set-cookie'], undefined);
  });

  it('an override is not kept when no API is reachable', async (test) => {
    const stage = await startOverrides(test);
    const cookie = `lodestar-override=${tokenOf(stage.override(), stage.ward.key.privateKey)}`;
    const headers = { cookie, authorization: 'Bearer tester' };
    assert.equal((await stage.app.inject({ method: 'POST', url: '/override/keep', headers })).statusCode, 502);
  });
});

describe('builds under development', () => {
  const start = async (test: TestContext) => {
    const stage = await startOverrides(test);
    const far = { url: 'http://localhost:9/remote.json', kind: 'dev' } as const;
    const token = (change: Partial<Override> = {}) =>
      tokenOf(stage.override({ ...far, ...change }), stage.ward.key.privateKey);
    const handIn = (of: string, manifest: string) =>
      stage.app.inject({ method: 'PUT', url: '/override/manifest', payload: { token: of, manifest } });
    return { ...stage, token, handIn };
  };

  it('open with a submitted manifest, which must be the signed one', async (test) => {
    const stage = await start(test);
    const { token, handIn, manifest } = stage;
    assert.equal((await follow(stage, token())).statusCode, 502);
    assert.equal((await handIn(token(), manifest.replace('1.4.0', '1.4.1'))).statusCode, 409);
    assert.equal((await handIn('forged', manifest)).statusCode, 403);
    assert.equal((await handIn(token(), manifest)).statusCode, 204);
    const answer = await follow(stage, token());
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
    const { app, token, handIn, manifest, override, ward } = await start(test);
    await handIn(token(), manifest);
    const renew = (next: string, cookie: string) =>
      app.inject({ method: 'POST', url: '/override', headers: { cookie }, payload: { token: next } });
    const next = token({ id: 'aaaaaaaaaaaaaaaa' });
    const held = `lodestar-override=${token()}`;
    const renewed = await renew(next, held);
    assert.equal(renewed.statusCode, 204);
    assert.equal(cookieOf(renewed), `lodestar-override=${next}`);
    const release = tokenOf(override(), ward.key.privateKey);
    for (const [to, cookie] of [
      [next, ''],
      [next, `lodestar-override=${release}`],
      [release, held],
      [`${next.slice(0, -1)}_`, held],
    ] as const) {
      const { statusCode, headers } = await renew(to, cookie);
      assert.deepEqual([statusCode, headers['set-cookie']], [403, undefined]);
    }
  });

  it('may be sandboxed: the page runs none of their scripts itself', async (test) => {
    const stage = await start(test);
    const token = stage.token({ trust: 'sandboxed' });
    assert.equal((await stage.handIn(token, stage.manifest)).statusCode, 204);
    const cookie = cookieOf(await follow(stage, token));
    const page = await stage.open('/', { cookie });
    const { active = '', versions = {} } = registryIn(page.body).remotes.surveys ?? {};
    assert.equal(versions[active]?.trust, 'sandboxed');
    const policy = String(page.headers['content-security-policy']);
    assert.doesNotMatch(policy, /script-src[^;]*(sha384|localhost)/);
    assert.match(policy, /connect-src[^;]* http:\/\/localhost:9/);
  });

  it('in a demo on this machine may be signed with a key that the gateway does not list', async (test) => {
    const startDemo = (acceptsLocalKeys: boolean) =>
      startOverrides(test, undefined, { publicUrl: LOCAL_GATEWAY, acceptsLocalKeys });
    const { key, listed } = makeTeam('demo', ['*']);
    const stage = await startDemo(true);
    const far = { url: 'http://localhost:9/remote.json', kind: 'dev', team: 'demo' } as const;
    const tokenFor = (change: Partial<Override> = {}) => tokenOf(stage.override({ ...far, ...change }), key.privateKey);
    const handIn = async ({ app }: OverrideStage, token: string, headers = {}) => {
      const payload = { token, manifest: stage.manifest, publicKey: listed.publicKey };
      return (await app.inject({ method: 'PUT', url: '/override/manifest', payload, headers })).statusCode;
    };
    assert.equal(await handIn(await startDemo(false), tokenFor()), 403);
    for (const headers of [{ host: 'evil.example.org' }, { 'x-forwarded-for': '203.0.113.7' }])
      assert.equal(await handIn(stage, tokenFor(), headers), 403);
    assert.equal(await handIn(stage, tokenFor({ kind: 'release' })), 403);
    assert.equal(await handIn(stage, tokenFor()), 204);
    const answer = await follow(stage, tokenFor());
    assert.equal(answer.statusCode, 303);
    const page = await stage.open('/', { cookie: cookieOf(answer) });
    assert.match(page.body, /"isInPlace":true/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self' http:\/\/localhost:9[ ;]/);
  });
});

function id(chance: (below: number) => number): string {
  return Array.from({ length: 16 }, () => chance(16).toString(16)).join('');
}

/** Returns the first half of a token with changed contents. */
function rewritten(token: string, change: Partial<Override>): string {
  const said = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  return Buffer.from(JSON.stringify({ ...said, ...change })).toString('base64url');
}
