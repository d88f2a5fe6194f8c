/** Forged, altered, unsigned, replayed, mixed-up and expired responses of an identity provider: none lets anyone in. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import { now } from '../../src/common/clock.ts';
import type { TestApi } from '../support/api.ts';
import { Browser, CLIENT_ID, CLIENT_SECRET, type IdentityProvider, startProviders } from './identity-provider.ts';

const DESK = '/api/v1/desk/requests';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Fields = Record<string, unknown>;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const epoch = () => Math.floor(Date.now() / 1000);
const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

/** Keys of the forger. */
let ownKeys: { privateKey: CryptoKey; publicKey: CryptoKey };
let ownJwk: object;

/**
 * Returns ID tokens for the token endpoint to return in place of the genuine one.
 * @param earlier a genuine one of an earlier sign-in
 */
function forgeries(
  genuine: string,
  earlier: string,
  provider: IdentityProvider,
  other: IdentityProvider,
): Record<string, () => unknown> {
  const claims = decodeJwt(genuine);
  const parts = genuine.split('.');
  const signatureOf = (token: string) => token.split('.')[2] ?? '';
  /** Changes fields of the header (0) or the claims (1), but not the signature. */
  const alter = (part: 0 | 1, changes: Fields) => {
    const fields = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString());
    return parts.with(part, encode({ ...fields, ...changes })).join('.');
  };
  const withSignature = (signature: string) => parts.with(2, signature).join('.');
  /** Signs changed claims with the provider's own key: only the changes are wrong. */
  const claim = (changes: Fields, header = {}) => provider.sign({ ...claims, ...changes } as JWTPayload, header);
  const withOwnKey = (header = {}) => provider.sign(claims, header, ownKeys.privateKey);
  const withSecret = (text: string) => provider.sign(claims, { alg: 'HS256' }, new TextEncoder().encode(text));
  const unsigned = (alg: string) => `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`;
  return {
    'unsigned, alg none': () => unsigned('none'),
    'unsigned, alg None': () => unsigned('None'),
    'unsigned, alg NONE': () => unsigned('NONE'),
    'without its signature': () => withSignature(''),
    'with an altered signature': () => withSignature(flipped(signatureOf(genuine))),
    'with the signature of another token': () => withSignature(signatureOf(earlier)),
    'with altered claims': () => alter(1, { sub: 'boss' }),
    'with an altered header': () => alter(0, { typ: 'at+jwt' }),
    'with the algorithm set to none': () => alter(0, { alg: 'none' }),
    'with a critical header that is not known': () => claim({}, { crit: ['b64'], b64: true }),
    'signed by a key of the forger': () => withOwnKey(),
    'signed by a key that the provider lacks': () => withOwnKey({ kid: 'two' }),
    'signed by a key in its own header': () => withOwnKey({ jwk: ownJwk }),
    'signed by a key at an address in its header': () => withOwnKey({ jku: 'http://127.0.0.1:9/jwks' }),
    'signed by another provider': () => other.sign(claims),
    'of another provider': () => other.sign({ ...claims, iss: other.issuer }),
    'of another provider, under its own key': () => claim({ iss: other.issuer }),
    'signed with the client secret': () => withSecret(CLIENT_SECRET),
    'signed with the public key as a secret': () => withSecret(JSON.stringify(provider.publicJwk)),
    'replayed from an earlier sign-in': () => earlier,
    'of an issuer with a slash more': () => claim({ iss: `${provider.issuer}/` }),
    'without an issuer': () => claim({ iss: undefined }),
    'for no client': () => claim({ aud: undefined }),
    'for another client': () => claim({ aud: 'another' }),
    'for other clients': () => claim({ aud: ['another', 'third'] }),
    'for another client too, who asked for it': () => claim({ aud: [CLIENT_ID, 'another'], azp: 'another' }),
    'that has expired': () => claim({ exp: epoch() - 60 }),
    'without an end': () => claim({ exp: undefined }),
    'with an end in words': () => claim({ exp: 'tomorrow' }),
    'that is not valid yet': () => claim({ nbf: epoch() + 600 }),
    'without a time': () => claim({ iat: undefined }),
    'with another nonce': () => claim({ nonce: 'another' }),
    'without a nonce': () => claim({ nonce: undefined }),
    'without a subject': () => claim({ sub: undefined }),
    'with a number as its subject': () => claim({ sub: 7 }),
    'without a second factor': () => claim({ amr: ['pwd'], acr: '0' }),
    'with a role of another spelling': () => claim({ roles: ['NURSE', 'nurse ', 'nurse,physician'] }),
    'that is a logout token': () => claim({ nonce: undefined, events: { [EVENT]: {} } }, { typ: 'logout+jwt' }),
    'that is none': () => undefined,
    'that is no text': () => 7,
    'that is no JWT': () => 'let-me-in',
    'with a fourth part': () => `${genuine}.${signatureOf(genuine)}`,
  };
}

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
  let stage: Awaited<ReturnType<typeof startProviders>>;
  let hospital: IdentityProvider;
  let agency: IdentityProvider;
  let api: TestApi;
  let browser: Browser;
  let earlier = '';
  let tokens = 0;
  let inside = 0;

  /** Fails if a browser that arrived with this result has a session. @param what describes the forgery */
  const expectOutside = async (result: string, what: string, at = browser) => {
    const { status } = await at.fetchSession();
    if (result === 'done' || status === 200) inside += 1;
    assert.notEqual(result, 'done', what);
    assert.equal(status, 410, what);
    assert.deepEqual(await api.database.db.selectFrom('sessions').select('token_hash').execute(), [], what);
  };

  before(async () => {
    stage = await startProviders();
    ({ hospital, agency, api } = stage);
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
  });
  after(async () => {
    await stage.close();
    console.log(`forged sign-ins: ${tokens} ID tokens, ${Object.keys(RESPONSES).length + 4} responses, ${inside} in`);
  });
  beforeEach(async () => {
    hospital.tamper = undefined;
    await api.database.db.deleteFrom('sessions').execute();
  });

  it('forged ID tokens open no session', async () => {
    const names = Object.keys(forgeries(earlier, earlier, hospital, agency));
    for (const name of names) {
      hospital.tamper = async (response) => {
        const genuine = response.id_token ?? '';
        const forged = await forgeries(genuine, earlier, hospital, agency)[name]?.();
        assert.notEqual(forged, genuine, name);
        return { ...response, id_token: forged };
      };
      await expectOutside(await browser.arrive(await browser.start('hospital')), `an ID token ${name}`);
    }
    hospital.tamper = undefined;
    assert.equal((await browser.signIn()).result, 'done', 'the genuine one still gets in');
    tokens = names.length;
  });

  it('altered responses open no session', async () => {
    const own = new URL(await new Browser(api).start('hospital'));
    for (const [name, alter] of Object.entries(RESPONSES)) {
      const callback = new URL(await browser.start('hospital'));
      alter(callback, own);
      await expectOutside(await browser.arrive(callback.href), `a response ${name}`);
    }
  });

  it('a response works once, in the browser that asked for it, at its provider, in time', async () => {
    const thief = new Browser(api);
    const stolen = await browser.start('hospital');
    await expectOutside(await thief.arrive(stolen), 'in another browser', thief);
    assert.equal(await browser.arrive(stolen), 'done');
    assert.equal((await thief.fetchSession()).status, 410);
    assert.equal((await browser.fetchSession()).status, 200);
    assert.equal((await browser.fetchSession()).status, 410, 'the session is fetched once');
    await api.database.db.deleteFrom('sessions').execute();
    await expectOutside(await browser.arrive(stolen), 'twice');
    const mixedUp = (await browser.start('hospital')).replace('/hospital/', '/agency/');
    await expectOutside(await browser.arrive(mixedUp), 'at another provider');
    const late = await browser.start('hospital');
    await api.database.db.updateTable('oidc_sign_ins').set({ expires_at: now() }).execute();
    await expectOutside(await browser.arrive(late), 'too late');
  });

  it('only a genuine logout token ends sessions, once', async () => {
    const { token } = (await browser.signIn()).session.body;
    const status = async (by = token) => (await api.ask('GET', DESK, { token: by })).status;
    const logOut = async (logoutToken: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams({ logout_token: logoutToken }).toString();
      const url = '/api/v1/oidc/hospital/back-channel-logout';
      return (await api.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    const [time, typ] = [epoch(), 'logout+jwt'];
    const claims = { iss: hospital.issuer, aud: CLIENT_ID, sub: 'robin', iat: time, exp: time + 120, jti: 'a' };
    const genuine = { ...claims, events: { [EVENT]: {} } };
    const wrongClaims: Fields[] = [
      { iss: agency.issuer },
      { aud: 'another' },
      { exp: time - 60 },
      { iat: time - 3_600 },
      { nonce: 'n' },
      { events: undefined },
      { jti: undefined },
      { sub: undefined },
    ];
    const forged = [
      `${encode({ alg: 'none', typ })}.${encode(genuine)}.`,
      await hospital.sign(genuine, { typ }, ownKeys.privateKey),
      await agency.sign(genuine, { typ }),
      await hospital.sign(genuine, { typ: 'JWT' }),
      ...(await Promise.all(
        wrongClaims.map((wrong) => hospital.sign({ ...genuine, ...wrong } as JWTPayload, { typ })),
      )),
      earlier,
      'let-me-out',
    ];
    for (const [index, logoutToken] of forged.entries())
      assert.deepEqual([await logOut(logoutToken), await status()], [400, 200], `forged logout token ${index}`);
    const right = await hospital.sign(genuine, { typ });
    assert.deepEqual([await logOut(right), await status()], [204, 401]);
    const again = (await browser.signIn()).session.body.token;
    assert.deepEqual([await logOut(right), await status(again)], [400, 200], 'a logout token works once');
    console.log(`forged logout tokens: ${forged.length + 1}, 0 sessions ended`);
  });
});
