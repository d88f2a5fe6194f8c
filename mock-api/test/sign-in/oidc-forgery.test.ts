/** Forged, altered, unsigned, replayed, mixed-up and expired responses of an identity provider: none lets anyone in. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { startApi, type TestApi } from '../support/api.ts';
import { Browser, CLIENT_ID, CLIENT_SECRET, IdentityProvider, PUBLIC_URL, settingsFor } from './identity-provider.ts';

const DESK = '/api/v1/desk/requests';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const epoch = () => Math.floor(Date.now() / 1000);

/** What forgers have: a genuine token and its claims, the provider's public key, and their own keys. */
interface Workshop {
  genuine: string;
  claims: JWTPayload;
  provider: IdentityProvider;
  other: IdentityProvider;
  ownKey: CryptoKey;
  ownJwk: object;
  earlier: string;
}

type Forge = (shop: Workshop) => Promise<unknown> | unknown;

/** Signs changed claims with the provider's own key: only the claims are wrong. */
const claiming =
  (changes: Record<string, unknown>): Forge =>
  ({ provider, claims }) =>
    provider.sign({ ...claims, ...changes } as JWTPayload);

const without =
  (name: string): Forge =>
  ({ provider, claims: { [name]: _left, ...rest } }) =>
    provider.sign(rest as JWTPayload);

/** Signs the genuine claims with the forger's key. */
const ownKey =
  (header: (shop: Workshop) => Record<string, unknown> = () => ({})): Forge =>
  (shop) =>
    shop.provider.sign(shop.claims, header(shop), shop.ownKey);

const unsigned =
  (alg: string): Forge =>
  ({ claims }) =>
    `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`;

/** Returns the genuine token with one part replaced. */
const part =
  (index: number, replace: (text: string, shop: Workshop) => string): Forge =>
  (shop) =>
    shop.genuine
      .split('.')
      .map((text, at) => (at === index ? replace(text, shop) : text))
      .join('.');

const changed = (text: string, changes: object) =>
  encode({ ...(JSON.parse(Buffer.from(text, 'base64url').toString()) as object), ...changes });
const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

/** ID tokens that the token endpoint returns in place of the genuine one. */
const ID_TOKENS: Record<string, Forge> = {
  'unsigned, alg none': unsigned('none'),
  'unsigned, alg None': unsigned('None'),
  'unsigned, alg NONE': unsigned('NONE'),
  'without its signature': part(2, () => ''),
  'with an altered signature': part(2, flipped),
  'with the signature of another token': part(2, (_text, { earlier }) => earlier.split('.')[2] ?? ''),
  'with altered claims': part(1, (text) => changed(text, { sub: 'boss' })),
  'with an altered header': part(0, (text) => changed(text, { typ: 'at+jwt' })),
  'with the algorithm set to none': part(0, (text) => changed(text, { alg: 'none' })),
  'with a critical header that is not known': ({ provider, claims }) =>
    provider.sign(claims, { crit: ['b64'], b64: true }),
  'signed by a key of the forger': ownKey(),
  'signed by a key that the provider lacks': ownKey(() => ({ kid: 'two' })),
  'signed by a key in its own header': ownKey(({ ownJwk }) => ({ jwk: ownJwk })),
  'signed by a key at an address in its header': ownKey(() => ({ jku: 'http://127.0.0.1:9/jwks' })),
  'signed by another provider': ({ other, claims }) => other.sign(claims),
  'of another provider': ({ other, claims }) => other.sign({ ...claims, iss: other.issuer }),
  'of another provider, under its own key': ({ provider, other, claims }) =>
    provider.sign({ ...claims, iss: other.issuer }),
  'signed with the client secret': ({ provider, claims }) =>
    provider.sign(claims, { alg: 'HS256' }, new TextEncoder().encode(CLIENT_SECRET)),
  'signed with the public key as a secret': ({ provider, claims }) =>
    provider.sign(claims, { alg: 'HS256' }, new TextEncoder().encode(JSON.stringify(provider.publicJwk))),
  'replayed from an earlier sign-in': ({ earlier }) => earlier,
  'without an issuer': without('iss'),
  'of an issuer with a slash more': ({ provider, claims }) => provider.sign({ ...claims, iss: `${provider.issuer}/` }),
  'for another client': claiming({ aud: 'another' }),
  'for other clients': claiming({ aud: ['another', 'third'] }),
  'for another client too, who asked for it': claiming({ aud: [CLIENT_ID, 'another'], azp: 'another' }),
  'for no client': without('aud'),
  'that has expired': claiming({ exp: epoch() - 60 }),
  'without an end': without('exp'),
  'with an end in words': claiming({ exp: 'tomorrow' }),
  'that is not valid yet': claiming({ nbf: epoch() + 600 }),
  'without a time': without('iat'),
  'with another nonce': claiming({ nonce: 'another' }),
  'without a nonce': without('nonce'),
  'without a subject': without('sub'),
  'with a number as its subject': claiming({ sub: 7 }),
  'without a second factor': claiming({ amr: ['pwd'], acr: '0' }),
  'with a role of another spelling': claiming({ roles: ['NURSE', 'nurse ', 'nurse,physician'] }),
  'that is a logout token': ({ provider, claims: { nonce: _none, ...claims } }) =>
    provider.sign({ ...claims, events: { [EVENT]: {} } } as JWTPayload, { typ: 'logout+jwt' }),
  'that is none': () => undefined,
  'that is no text': () => 7,
  'that is no JWT': () => 'let-me-in',
  'with a fourth part': ({ genuine }) => `${genuine}.${genuine.split('.')[2]}`,
};

/** How a browser may arrive with another response than the provider gave it. */
const RESPONSES: Record<string, (callback: URL, own: URL) => void> = {
  'without a state': (url) => url.searchParams.delete('state'),
  'with another state': (url) => url.searchParams.set('state', 'another'),
  'with two states': (url) => url.searchParams.append('state', 'another'),
  'with the state of another browser': (url, own) => url.searchParams.set('state', own.searchParams.get('state') ?? ''),
  'without a code': (url) => url.searchParams.delete('code'),
  'with an altered code': (url) => url.searchParams.set('code', flipped(url.searchParams.get('code') ?? '')),
  'with the code of another browser': (url, own) => url.searchParams.set('code', own.searchParams.get('code') ?? ''),
  'of another issuer': (url) => url.searchParams.set('iss', 'http://127.0.0.1:9'),
  'without an issuer': (url) => url.searchParams.delete('iss'),
  'with an error': (url) => url.searchParams.set('error', 'access_denied'),
};

describe('forged responses of an identity provider', () => {
  let hospital: IdentityProvider;
  let agency: IdentityProvider;
  let api: TestApi;
  let browser: Browser;
  let ownKeys: { privateKey: CryptoKey; publicKey: CryptoKey };
  let ownJwk: object;
  let earlier = '';
  let inside = 0;

  /** Records who has a session now. */
  const sessions = () => api.database.db.selectFrom('sessions').select('token_hash').execute();
  const expectOutside = async (result: string, at = browser) => {
    const { status } = await at.fetchSession();
    if (result === 'done' || status === 200) inside += 1;
    assert.notEqual(result, 'done');
    assert.equal(status, 410);
    assert.deepEqual(await sessions(), []);
  };

  before(async () => {
    [hospital, agency] = await Promise.all([IdentityProvider.reserve(), IdentityProvider.reserve()]);
    api = await startApi(settingsFor({ hospital, agency }));
    await Promise.all([hospital.open('hospital', PUBLIC_URL), agency.open('agency', PUBLIC_URL)]);
    ownKeys = await generateKeyPair('ES256', { extractable: true });
    ownJwk = await exportJWK(ownKeys.publicKey);
    browser = new Browser(api);
    for (const provider of [hospital, agency]) {
      provider.people.robin = { roles: ['nurse'], amr: ['pwd', 'mfa'], email: 'robin@hospital.example' };
      provider.current = 'robin';
    }
    hospital.tamper = (response) => {
      earlier = response.id_token ?? '';
      return response;
    };
    const { result, session } = await browser.signIn();
    assert.deepEqual([result, session.status], ['done', 200], 'the genuine one gets in');
    hospital.tamper = undefined;
  });
  after(async () => {
    await api.close();
    hospital.close();
    agency.close();
  });
  beforeEach(async () => {
    hospital.tamper = undefined;
    await api.database.db.deleteFrom('sessions').execute();
  });

  it('forged ID tokens open no session', async () => {
    for (const [name, forge] of Object.entries(ID_TOKENS)) {
      let forged: unknown;
      hospital.tamper = async (response) => {
        const genuine = response.id_token ?? '';
        const about = { genuine, claims: decodeJwt(genuine), provider: hospital, other: agency };
        forged = await forge({ ...about, ownKey: ownKeys.privateKey, ownJwk, earlier });
        assert.notEqual(forged, genuine, name);
        return { ...response, id_token: forged };
      };
      const result = await browser.arrive(await browser.start('hospital'));
      await expectOutside(result).catch((error: Error) => {
        throw new Error(`An ID token ${name} got in`, { cause: error });
      });
    }
    hospital.tamper = undefined;
    const { result } = await browser.signIn();
    assert.equal(result, 'done', 'the genuine one still gets in');
  });

  it('altered responses open no session', async () => {
    const another = new Browser(api);
    const own = new URL(await another.start('hospital'));
    for (const [name, alter] of Object.entries(RESPONSES)) {
      const callback = new URL(await browser.start('hospital'));
      alter(callback, own);
      await expectOutside(await browser.arrive(callback.href)).catch((error: Error) => {
        throw new Error(`A response ${name} got in`, { cause: error });
      });
    }
  });

  it('a response works once, in the browser that asked for it, at its provider, in time', async () => {
    const thief = new Browser(api);
    const stolen = await browser.start('hospital');
    await expectOutside(await thief.arrive(stolen), thief);
    assert.equal(await browser.arrive(stolen), 'done');
    assert.equal((await thief.fetchSession()).status, 410);
    assert.equal((await browser.fetchSession()).status, 200);
    assert.equal((await browser.fetchSession()).status, 410, 'the session is fetched once');
    await api.database.db.deleteFrom('sessions').execute();
    await expectOutside(await browser.arrive(stolen));
    const mixedUp = (await browser.start('hospital')).replace('/hospital/', '/agency/');
    await expectOutside(await browser.arrive(mixedUp));
    const late = await browser.start('hospital');
    await api.database.db.updateTable('oidc_sign_ins').set({ expires_at: new Date().toISOString() }).execute();
    await expectOutside(await browser.arrive(late));
    console.log(
      `forged sign-ins: ${Object.keys(ID_TOKENS).length} ID tokens, ${Object.keys(RESPONSES).length + 4} responses, ${inside} in`,
    );
  });

  it('only a genuine logout token ends sessions, once', async () => {
    const { session } = await browser.signIn();
    const { token } = session.body;
    const status = async () => (await api.ask('GET', DESK, { token })).status;
    const logOut = async (logoutToken: unknown) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams({ logout_token: String(logoutToken) }).toString();
      const url = '/api/v1/oidc/hospital/back-channel-logout';
      return (await api.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    const [now, typ] = [epoch(), 'logout+jwt'];
    const claims = { iss: hospital.issuer, aud: CLIENT_ID, sub: 'robin', iat: now, exp: now + 120, jti: 'a' };
    const genuine = { ...claims, events: { [EVENT]: {} } };
    const forged = [
      `${encode({ alg: 'none', typ })}.${encode(genuine)}.`,
      await hospital.sign(genuine, { typ }, ownKeys.privateKey),
      await agency.sign(genuine, { typ }),
      await hospital.sign({ ...genuine, iss: agency.issuer }, { typ }),
      await hospital.sign({ ...genuine, aud: 'another' }, { typ }),
      await hospital.sign({ ...genuine, exp: now - 60 }, { typ }),
      await hospital.sign({ ...genuine, iat: now - 3_600 }, { typ }),
      await hospital.sign({ ...genuine, nonce: 'n' }, { typ }),
      await hospital.sign(claims, { typ }),
      await hospital.sign(genuine, { typ: 'JWT' }),
      await hospital.sign({ ...genuine, jti: undefined } as unknown as JWTPayload, { typ }),
      await hospital.sign({ ...genuine, sub: undefined } as unknown as JWTPayload, { typ }),
      earlier,
      'let-me-out',
    ];
    for (const [index, logoutToken] of forged.entries()) {
      assert.equal(await logOut(logoutToken), 400, `forged logout token ${index}`);
      assert.equal(await status(), 200, `forged logout token ${index}`);
    }
    const right = await hospital.sign(genuine, { typ });
    assert.deepEqual([await logOut(right), await status()], [204, 401]);
    const again = (await browser.signIn()).session.body.token;
    assert.equal(await logOut(right), 400, 'a logout token works once');
    assert.equal((await api.ask('GET', DESK, { token: again })).status, 200);
    console.log(`forged logout tokens: ${forged.length + 1}, 0 sessions ended`);
  });
});
