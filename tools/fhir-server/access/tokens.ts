/** SMART Backend Services: signed assertions of registered clients become access tokens. */
import { createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';

/** A client and the keys that it has registered. */
export interface RegisteredClient {
  id: string;
  /** Public keys, each with its `kid`. */
  keys: readonly (JsonWebKey & { kid?: string })[];
  /** What it may ask for, such as `system/*.rs`. */
  scopes: readonly string[];
}

export interface TokenAnswer {
  status: 200 | 400;
  body: Record<string, string | number>;
}

interface Granted {
  scopes: readonly string[];
  until: number;
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Longest life of an assertion, in seconds. */
const MAX_LIFE = 300;
const ALGORITHMS = ['ES384', 'RS384'] as const;

const refused = (error: string, error_description: string): TokenAnswer => ({
  status: 400,
  body: { error, error_description },
});

function parsePart(part: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns whether one of the client's keys made the signature. */
function isSigned(assertion: string, client: RegisteredClient): boolean {
  const [head = '', body = '', signature = ''] = assertion.split('.');
  const { alg, kid } = parsePart(head);
  if (!ALGORITHMS.some((known) => known === alg)) return false;
  const [type, encoding] = alg === 'ES384' ? (['EC', 'ieee-p1363'] as const) : (['RSA', 'der'] as const);
  return client.keys
    .filter((key) => key.kty === type && (key.kid === undefined || key.kid === kid))
    .some((key) => {
      const publicKey = createPublicKey({ key, format: 'jwk' });
      const data = Buffer.from(`${head}.${body}`);
      return verify('sha384', data, { key: publicKey, dsaEncoding: encoding }, Buffer.from(signature, 'base64url'));
    });
}

export type Action = 'read' | 'create' | 'update' | 'delete';
const LETTERS: Readonly<Record<Action, string>> = { read: 'rs', create: 'c', update: 'u', delete: 'd' };

/** Returns whether a scope, in SMART's first or second form, allows an action. */
function allows(scope: string, type: string | undefined, action: Action): boolean {
  const [, of = '', what = ''] = /^system\/(\*|[A-Za-z]+)\.(\*|read|write|[cruds]+)$/.exec(scope) ?? [];
  if (of !== '*' && type !== undefined && of !== type) return false;
  if (what === '*') return true;
  if (what === 'read' || what === 'write') return (what === 'read') === (action === 'read');
  return [...LETTERS[action]].some((letter) => what.includes(letter));
}

export class Tokens {
  readonly #clients: readonly RegisteredClient[];
  readonly #lifetime: number;
  readonly #granted = new Map<string, Granted>();
  /** Ids of assertions -> when they expire, in seconds. */
  readonly #used = new Map<string, number>();
  #count = 0;

  /** @param lifetime of access tokens, in seconds */
  constructor(clients: readonly RegisteredClient[], lifetime: number) {
    this.#clients = clients;
    this.#lifetime = lifetime;
  }

  /** Number of tokens that were issued. */
  get count(): number {
    return this.#count;
  }

  /** Ends all access tokens. */
  revoke(): void {
    this.#granted.clear();
  }

  /** @param tokenUrl address of this endpoint, which assertions name as their audience */
  issue(form: URLSearchParams, tokenUrl: string): TokenAnswer {
    if (form.get('grant_type') !== 'client_credentials') return refused('unsupported_grant_type', 'client_credentials');
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) return refused('invalid_request', ASSERTION_TYPE);
    const assertion = form.get('client_assertion') ?? '';
    const claims = parsePart(assertion.split('.')[1]);
    const client = this.#clients.find(({ id }) => id === claims.iss && id === claims.sub);
    if (!client || !isSigned(assertion, client)) return refused('invalid_client', 'unknown client or signature');
    const problem = this.#checkClaims(claims, client, tokenUrl);
    if (problem !== undefined) return refused('invalid_client', problem);
    const wanted = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const scopes = wanted.filter((scope) => client.scopes.includes(scope));
    if (scopes.length === 0) return refused('invalid_scope', client.scopes.join(' '));
    return { status: 200, body: this.#grant(scopes) };
  }

  /**
   * Returns how an `Authorization` header is to be answered: 401 without a valid token, 403 without the scope.
   * @param type undefined for a further page of a search, which was allowed
   */
  check(authorization: string | undefined, type: string | undefined, action: Action): 401 | 403 | undefined {
    const granted = this.#granted.get(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (!granted || granted.until <= Date.now()) return 401;
    return granted.scopes.some((scope) => allows(scope, type, action)) ? undefined : 403;
  }

  #grant(scopes: readonly string[]): TokenAnswer['body'] {
    const token = randomBytes(32).toString('base64url');
    this.#granted.set(token, { scopes, until: Date.now() + this.#lifetime * 1_000 });
    this.#count += 1;
    return { access_token: token, token_type: 'bearer', expires_in: this.#lifetime, scope: scopes.join(' ') };
  }

  #checkClaims({ aud, exp, jti }: Record<string, unknown>, { id }: RegisteredClient, tokenUrl: string) {
    const now = Date.now() / 1_000;
    for (const [used, until] of this.#used) if (until < now) this.#used.delete(used);
    if (aud !== tokenUrl) return `aud must be ${tokenUrl}`;
    if (typeof exp !== 'number' || exp <= now) return 'the assertion has expired';
    if (exp > now + MAX_LIFE) return `exp must be within ${MAX_LIFE} seconds`;
    if (typeof jti !== 'string' || jti === '') return 'jti is missing';
    const key = JSON.stringify([id, jti]);
    if (this.#used.has(key)) return 'the assertion was used before';
    this.#used.set(key, exp);
    return undefined;
  }
}
