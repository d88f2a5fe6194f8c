/** A real identity provider (oidc-provider) for tests, and a browser that signs in through it. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import type { SessionAnswer } from '../../src/contract.ts';
import { startApi, type TestApi, type TestResponse } from '../support/api.ts';
import { listening } from '../support/services.ts';

export const CLIENT_ID = 'lodestar';
export const CLIENT_SECRET = 'the-secret-of-the-client-in-tests';
/** Address of the product in tests; nothing listens there. */
export const PUBLIC_URL = 'http://localhost:3000';

/** Someone whom the provider knows: claims, and how they sign in there. */
interface KnownPerson {
  roles: string[];
  groups?: string[];
  amr: string[];
  email: string;
  email_verified?: boolean;
  preferred_username?: string;
}

type TokenResponse = Record<string, unknown> & { id_token?: string; access_token: string };

interface SignInContext {
  oidc: { session: { accountId: string; grantIdFor(clientId: string): string | undefined }; provider: Provider };
}

/** Settings of the API for providers by id. */
export function settingsFor(providers: Record<string, IdentityProvider>): Record<string, string> {
  const settings = Object.entries(providers).flatMap(([id, { issuer }]) =>
    Object.entries({
      ISSUER: issuer,
      CLIENT_ID,
      CLIENT_SECRET,
      NAME: `The ${id}`,
      STAFF_ROLES: 'nurse,physician',
      SCIM_TOKEN: `scim-token-of-the-${id}-in-these-tests`,
      SCIM_CLAIM: 'preferred_username',
    }).map(([name, value]) => [`STAFF_OIDC_${id.toUpperCase()}_${name}`, value]),
  );
  const STAFF_OIDC_PROVIDERS = Object.keys(providers).join(',');
  return { PUBLIC_URL, STAFF_OIDC_PROVIDERS, STAFF_OIDC_RECHECK_SECONDS: '1', ...Object.fromEntries(settings) };
}

export class IdentityProvider {
  readonly issuer: string;
  readonly people: Record<string, KnownPerson> = {};
  /** Who signs in next. */
  current = '';
  /** Whether the provider is out of order. */
  isDown = false;
  /** Changes the response of the token endpoint. */
  tamper: ((response: TokenResponse) => Promise<unknown> | unknown) | undefined;
  readonly key: CryptoKey;
  readonly publicJwk: object;
  readonly #server: Server;
  #listener: RequestListener = (_request, response) => void response.writeHead(503).end();

  private constructor(server: Server, port: number, key: CryptoKey, publicJwk: object) {
    this.#server = server;
    this.issuer = `http://127.0.0.1:${port}`;
    this.key = key;
    this.publicJwk = publicJwk;
    server.on('request', (request, response) => {
      if (this.isDown) response.writeHead(503).end();
      else this.#listener(request, response);
    });
  }

  /** Takes a port. It answers once it is opened. */
  static async reserve(): Promise<IdentityProvider> {
    const server = createServer();
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const port = await listening(server);
    return new IdentityProvider(server, port, privateKey, await exportJWK(publicKey));
  }

  /**
   * @param id of this provider in the API's settings
   * @param api address at which it reaches the API
   */
  async open(id: string, api: string): Promise<void> {
    const jwk = { ...(await exportJWK(this.key)), alg: 'ES256', use: 'sig', kid: 'one' };
    const provider = new Provider(this.issuer, {
      jwks: { keys: [jwk] },
      cookies: { keys: ['cookies-of-the-tests'] },
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          grant_types: ['authorization_code', 'refresh_token'],
          id_token_signed_response_alg: 'ES256',
          redirect_uris: [`${PUBLIC_URL}/api/v1/oidc/${id}/callback`],
          post_logout_redirect_uris: [`${PUBLIC_URL}/onboarding/login`],
          backchannel_logout_uri: `${api}/api/v1/oidc/${id}/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: {
        acr: null,
        amr: null,
        sid: null,
        auth_time: null,
        iss: null,
        openid: ['sub', 'roles', 'groups', 'acr', 'amr'],
        profile: ['preferred_username', 'given_name', 'family_name'],
        email: ['email', 'email_verified'],
      },
      conformIdTokenClaims: false,
      enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
      findAccount: async (_context: unknown, accountId: string) => {
        const { amr: _amr, ...claims } = this.people[accountId] ?? { amr: [] };
        const names = { given_name: 'Robin', family_name: 'Okafor' };
        return { accountId, claims: async () => ({ sub: accountId, ...names, ...claims }) };
      },
      // A second sign-in keeps the grant: with a new one, the provider would end the tokens of the first.
      loadExistingGrant: async ({ oidc: { session, provider: own } }: SignInContext) => {
        const { accountId } = session;
        const id = session.grantIdFor(CLIENT_ID);
        const known = id === undefined ? undefined : await own.Grant.find(id);
        if (known?.accountId === accountId) return known;
        const grant = new own.Grant({ accountId, clientId: CLIENT_ID });
        grant.addOIDCScope('openid profile email offline_access');
        await grant.save();
        return grant;
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async (context: { body: unknown }, form: string) => {
            context.body = form;
          },
        },
      },
      interactions: { url: async () => '/sign-in' },
      // Its own agent refuses addresses of this machine.
      fetch: (url: string, { dispatcher: _refusing, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
    });
    provider.use(async (context, next) => {
      await next();
      if (context.path === '/token' && this.tamper) context.body = await this.tamper(context.body as TokenResponse);
    });
    const callback = provider.callback();
    this.#listener = (request, response) => {
      if (!request.url?.startsWith('/sign-in')) return callback(request, response);
      const { amr = [] } = this.people[this.current] ?? {};
      return provider.interactionFinished(request, response, { login: { accountId: this.current, amr } });
    };
  }

  /** Signs a JWT with the provider's key. */
  sign(claims: JWTPayload, header: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = this.key) {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(key);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Starts two providers, and an API that knows them and listens for their logouts. @param more settings of the API */
export async function startProviders(more: Record<string, string> = {}) {
  const [hospital, agency] = await Promise.all([IdentityProvider.reserve(), IdentityProvider.reserve()]);
  const api = await startApi({ ...settingsFor({ hospital, agency }), ...more });
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  await Promise.all([hospital.open('hospital', address), agency.open('agency', address)]);
  const close = async () => {
    await api.close();
    for (const provider of [hospital, agency]) provider.close();
  };
  return { hospital, agency, api, address, close };
}

/** A browser with a cookie jar for each origin. */
export class Browser {
  readonly #api: TestApi;
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(api: TestApi) {
    this.#api = api;
  }

  #cookies(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(origin: string, lines: readonly string[]): void {
    const jar = this.#jars.get(origin) ?? new Map();
    this.#jars.set(origin, jar);
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  /** Calls the API. */
  async ask<Body>(method: 'GET' | 'POST', url: string): Promise<TestResponse<Body>> {
    const cookie = this.#cookies(PUBLIC_URL);
    const answer = await this.#api.ask<Body>(method, url, { headers: cookie === '' ? {} : { cookie } });
    this.#keep(PUBLIC_URL, [answer.headers['set-cookie'] ?? []].flat().map(String));
    return answer;
  }

  /** Requests a page of the provider, and follows redirects as far as the product. Returns that address or the page. */
  async visit(url: string, form?: Record<string, string>): Promise<string> {
    const { origin } = new URL(url);
    if (origin === PUBLIC_URL) return url;
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.#cookies(origin) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    this.#keep(origin, answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    return location === null ? answer.text() : this.visit(new URL(location, url).href);
  }

  /** Starts a sign-in. Returns where the provider leads the browser back to. */
  async start(id: string): Promise<string> {
    const { status, headers } = await this.ask('GET', `/api/v1/oidc/${id}/start`);
    assert.equal(status, 303);
    return this.visit(String(headers.location));
  }

  /** Follows the provider's response into the API. Returns the result for the sign-in screen. */
  async arrive(callback: string): Promise<string> {
    const { headers } = await this.ask('GET', callback.slice(PUBLIC_URL.length));
    return new URL(String(headers.location)).searchParams.get('sso') ?? '';
  }

  async fetchSession(): Promise<TestResponse<SessionAnswer>> {
    return this.ask('POST', '/api/v1/oidc/session');
  }

  /** Signs in. Returns the result for the sign-in screen, and the response to the request for the session. */
  async signIn(id = 'hospital'): Promise<{ result: string; session: TestResponse<SessionAnswer> }> {
    const result = await this.arrive(await this.start(id));
    return { result, session: await this.fetchSession() };
  }
}
