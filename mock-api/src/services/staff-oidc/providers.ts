/** Identity providers as clients see them: discovered metadata, and what their failures mean. */
import { createRemoteJWKSet } from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
} from 'openid-client';
import { HOUR } from '../../common/clock.ts';
import type { OidcProvider, StaffOidcSettings } from '../../config/staff-oidc.ts';

/** Longest wait for a provider's response, in seconds. */
const TIMEOUT_S = 5;
/** Metadata older than this is fetched again, so that a provider's changes need no restart. */
const METADATA_LIFETIME = HOUR;

/** Signature algorithms of providers: asymmetric ones only. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** A provider's client and its keys, as discovered. */
interface Discovered {
  configuration: Configuration;
  /** Finds the provider's key of a JWT. */
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Returns how the client proves who it is: by its secret as the provider prefers, or by PKCE alone. */
function authOf({ clientSecret }: OidcProvider): ClientAuth {
  if (clientSecret === undefined) return None();
  const [inBody, inHeader] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  return (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return methods.includes('client_secret_basic') ? inHeader(server, ...call) : inBody(server, ...call);
  };
}

async function discover(provider: OidcProvider): Promise<Discovered> {
  const server = new URL(provider.issuer);
  const configuration = await discovery(server, provider.clientId, undefined, authOf(provider), {
    timeout: TIMEOUT_S,
    // By default, an ID token from the token endpoint is trusted for its TLS connection: its signature counts here.
    execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const { jwks_uri: jwks } = configuration.serverMetadata();
  if (jwks === undefined) throw new Error('The provider publishes no keys');
  return { configuration, keys: createRemoteJWKSet(new URL(jwks)) };
}

export class Providers {
  readonly #settings: StaffOidcSettings;
  readonly #discovered = new Map<string, { at: number; result: Promise<Discovered> }>();

  constructor(settings: StaffOidcSettings) {
    this.#settings = settings;
  }

  find(id: string): OidcProvider | undefined {
    return this.#settings.providers.find((provider) => provider.id === id);
  }

  /** Returns a provider's client. Rejects if its metadata can't be fetched. */
  async discover(provider: OidcProvider): Promise<Discovered> {
    const known = this.#discovered.get(provider.id);
    if (known && Date.now() - known.at < METADATA_LIFETIME) return known.result;
    const result = discover(provider);
    this.#discovered.set(provider.id, { at: Date.now(), result });
    try {
      return await result;
    } catch (error) {
      if (known) this.#discovered.set(provider.id, known);
      else this.#discovered.delete(provider.id);
      if (known) return known.result;
      throw error;
    }
  }
}

/** Codes of openid-client's errors about a response that the provider's own failure explains. */
const OF_CONNECTION = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

/** Returns whether a call failed because the provider could not be reached, or could not work. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500 || error.status === 429;
  if (error instanceof AuthorizationResponseError)
    return error.error === 'temporarily_unavailable' || error.error === 'server_error';
  if (error instanceof ClientError) return OF_CONNECTION.includes(error.code ?? '');
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** Returns a failure's code for the log: never a message, which may quote a token. */
export function codeOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}
