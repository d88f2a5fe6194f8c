/** Access tokens by SMART Backend Services: the client proves itself with a signed assertion, one token is shared. */
import { createHash, createPublicKey, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { SECOND } from '../../../common/clock.ts';
import { isSafeAddress } from '../../../config/fhir.ts';
import { isObject, type JsonObject } from '../../fhir/json.ts';
import { PATIENT_TYPES, SUPPORTING_TYPES } from '../../fhir/references.ts';
import { errorOf, FhirError } from './error.ts';

const TIMEOUT = 10 * SECOND;
/** How long an assertion is valid, in seconds: at most five minutes are allowed. */
const ASSERTION_S = 240;
/** Of a token without a lifetime, in seconds. */
const DEFAULT_LIFETIME_S = 300;
/** A token is replaced this long before it ends, in seconds. */
const MARGIN_S = 60;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the key's id as servers compute it from a published key (RFC 7638). */
export function thumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/** Returns a client assertion: ES384 or RS384, with a new id each time, because servers refuse a repeated one. */
export function assertion(key: KeyObject, clientId: string, tokenUrl: string): string {
  const isRsa = key.asymmetricKeyType === 'rsa';
  const kid = thumbprint(createPublicKey(key).export({ format: 'jwk' }));
  const issued = Math.floor(Date.now() / SECOND);
  const claims = { iss: clientId, sub: clientId, aud: tokenUrl, jti: randomUUID(), iat: issued };
  const head = encode({ alg: isRsa ? 'RS384' : 'ES384', kid, typ: 'JWT' });
  const text = `${head}.${encode({ ...claims, exp: issued + ASSERTION_S })}`;
  const signature = sign('sha384', Buffer.from(text), isRsa ? key : { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

async function readObject(response: Response): Promise<JsonObject> {
  const value: unknown = await response.json().catch(() => undefined);
  return isObject(value) ? value : {};
}

interface TokenEndpoint {
  url: string;
  /** How its scopes name reading and searching: SMART's first or second form. */
  access: 'read' | 'rs';
}

/** @throws FhirError */
async function findEndpoint(baseUrl: string, signal: AbortSignal): Promise<TokenEndpoint> {
  const response = await fetch(`${baseUrl}/.well-known/smart-configuration`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw errorOf(response);
  const { token_endpoint: url, capabilities } = await readObject(response);
  if (typeof url !== 'string' || !isSafeAddress(url)) throw new FhirError('unusable');
  const named: readonly unknown[] = Array.isArray(capabilities) ? capabilities : [];
  const isSecondForm = named.includes('permission-v2') && !named.includes('permission-v1');
  return { url, access: isSecondForm ? 'rs' : 'read' };
}

/** Returns the scopes to request: all types or, where a client may not have that, each type on its own. */
const scopesFor = (access: TokenEndpoint['access']): string[] => [
  `system/*.${access}`,
  ['Patient', ...PATIENT_TYPES, ...SUPPORTING_TYPES].map((type) => `system/${type}.${access}`).join(' '),
];

interface Token {
  authorization: string;
  /** Milliseconds since 1970. */
  until: number;
  scopes: ReadonlySet<string>;
}

interface TokenClient {
  baseUrl: string;
  clientId: string;
  privateKey: KeyObject;
  /** Returns what it requests, by the form of the server's scopes; by default to read everything. */
  scopes?: (access: TokenEndpoint['access']) => string[];
}

async function requestToken(
  { baseUrl, clientId, privateKey, scopes = scopesFor }: TokenClient,
  closing: AbortSignal,
): Promise<Token> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT)]);
  const endpoint = await findEndpoint(baseUrl, signal);
  const request = (scope: string) =>
    fetch(endpoint.url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope,
        client_assertion_type: ASSERTION_TYPE,
        client_assertion: assertion(privateKey, clientId, endpoint.url),
      }),
    });
  for (const requested of scopes(endpoint.access)) {
    const response = await request(requested);
    const answer = await readObject(response);
    if (response.ok) return tokenIn(answer, requested);
    // With 400 token endpoints refuse a client, or what it requests.
    if (response.status !== 400) throw errorOf(response);
    if (answer.error !== 'invalid_scope') break;
  }
  throw new FhirError('refused', { status: 400 });
}

/** @throws FhirError if it is no token */
function tokenIn(answer: JsonObject, requested: string): Token {
  const { access_token: token, expires_in: lifetime = DEFAULT_LIFETIME_S, scope = requested } = answer;
  if (typeof token !== 'string' || typeof lifetime !== 'number' || typeof scope !== 'string')
    throw new FhirError('unusable');
  const useful = Math.max(lifetime - MARGIN_S, lifetime / 2);
  return {
    authorization: `Bearer ${token}`,
    until: Date.now() + useful * SECOND,
    scopes: new Set(scope.split(' ')),
  };
}

/** The current access token of one client. Callers at the same time share one request. */
export class BackendToken {
  readonly #client: TokenClient;
  readonly #closing: AbortSignal;
  #held: Token | undefined;
  #requested: Promise<Token> | undefined;

  constructor(client: TokenClient, closing: AbortSignal) {
    this.#client = client;
    this.#closing = closing;
  }

  /** @throws FhirError, or what `fetch` throws */
  async authorization(): Promise<string> {
    return (await this.#current()).authorization;
  }

  /** Returns whether the granted scopes allow to search and read resources of a type. */
  async mayRead(type: string): Promise<boolean> {
    const { scopes } = await this.#current();
    const grants = (scope: string) => {
      const [, of, access = ''] = /^system\/([A-Za-z]+|\*)\.([a-z*]+)(?:\?.*)?$/.exec(scope) ?? [];
      if (of !== '*' && of !== type) return false;
      return access === 'read' || access === '*' || (access.includes('r') && access.includes('s'));
    };
    return [...scopes].some(grants);
  }

  /** Forgets a token that the server has refused, unless it was replaced meanwhile. */
  forget(authorization: string): void {
    if (this.#held?.authorization === authorization) this.#held = undefined;
  }

  async #current(): Promise<Token> {
    if (this.#held && this.#held.until > Date.now()) return this.#held;
    this.#requested ??= requestToken(this.#client, this.#closing).finally(() => {
      this.#requested = undefined;
    });
    this.#held = await this.#requested;
    return this.#held;
  }
}
