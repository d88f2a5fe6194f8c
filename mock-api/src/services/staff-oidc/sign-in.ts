/**
 * Sign-in of staff through an identity provider: authorization code with PKCE. State, nonce and verifier belong to one
 * browser, by a cookie; the database has them encrypted with it. Each works once.
 */
import { randomBytes } from 'node:crypto';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { cookieAttributes, cookieIn } from 'server-kit/http';
import { MINUTE, now, SECOND } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import type { OidcFailure, SessionAnswer } from '../../contract.ts';
import { findBySubject } from '../../repositories/accounts/identities.ts';
import {
  consumeStarted,
  consumeVouched,
  insertOidcSession,
  storeSignIn,
  vouchFor,
} from '../../repositories/accounts/oidc.ts';
import { findUser, updateUser } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { seal, unseal } from '../../security/sealed.ts';
import { sha256 } from '../../security/secrets.ts';
import { type Caller, localeUpdate, openFor } from '../accounts/sign-in.ts';
import type { Services } from '../context.ts';
import { accountOf } from './accounts.ts';
import { type Claims, isStaffRole, personOf, type Tokens, usedSecondFactor, withRoles } from './claims.ts';
import { applyGroups } from './groups.ts';
import { codeOf, isUnreachable } from './providers.ts';

const COOKIE = 'lodestar-oidc';
const COOKIE_FORM = /^[\w-]{43}$/;
/** As long as a sign-in may take (`repositories/accounts/oidc.ts`). */
const COOKIE_S = (10 * MINUTE) / SECOND;

/** What a session needs once the browser fetches it. */
interface Vouched {
  subject: string;
  sid: string | null;
  tokens: Tokens;
}

export class OidcCookie {
  readonly #https: boolean;
  readonly #name: string;

  constructor(publicUrl: string) {
    this.#https = publicUrl.startsWith('https:');
    this.#name = this.#https ? `__Host-${COOKIE}` : COOKIE;
  }

  read(header: string | undefined): string | undefined {
    const value = cookieIn(header, this.#name);
    return value !== undefined && COOKIE_FORM.test(value) ? value : undefined;
  }

  /** @param value undefined: removes it */
  write(value: string | undefined): string {
    return `${this.#name}=${value ?? ''}; ${cookieAttributes(value === undefined ? 0 : COOKIE_S, this.#https)}`;
  }
}

/** A failed sign-in: its reason for the person, and a code for the log. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly reason: OidcFailure;
  readonly code: string;
  /** The person, if the provider has vouched for them. */
  readonly subject: string | undefined;

  constructor(reason: OidcFailure, { code = reason, subject }: { code?: string; subject?: string } = {}) {
    super(reason);
    this.reason = reason;
    this.code = code;
    this.subject = subject;
  }
}

/** Each provider has its own: a code of one can't be sent to another. */
const redirectUri = (publicUrl: string, { id }: OidcProvider) => `${publicUrl}/api/v1/oidc/${id}/callback`;

/**
 * @returns where the browser goes, and the cookie that it needs to come back
 * @throws SignInError
 */
export async function startSignIn(
  { db, config, staffOidc }: Services,
  provider: OidcProvider,
  locale: string,
): Promise<{ url: string; browser: string }> {
  const { configuration } = await staffOidc.providers.discover(provider).catch((error: unknown) => {
    throw new SignInError('unreachable', { code: codeOf(error) });
  });
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const browser = randomBytes(32).toString('base64url');
  const sealed = seal(browser, JSON.stringify({ nonce, verifier }));
  await storeSignIn(db, browser, { provider: provider.id, state, sealed });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(config.publicUrl, provider),
    scope: provider.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ui_locales: locale,
    ...(provider.acrValues === undefined ? {} : { acr_values: provider.acrValues }),
  });
  return { url: url.href, browser };
}

/** Names of a provider's refusals that have their own words. */
const REFUSALS: Readonly<Record<string, OidcFailure>> = {
  access_denied: 'cancelled',
  login_required: 'cancelled',
  unmet_authentication_requirements: 'no-second-factor',
};

function failureOf(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (isUnreachable(error)) return new SignInError('unreachable', { code: codeOf(error) });
  const known = error instanceof AuthorizationResponseError ? REFUSALS[error.error] : undefined;
  return new SignInError(known ?? 'refused', { code: codeOf(error) });
}

interface Answer {
  claims: Claims;
  vouched: Vouched;
}

/** Exchanges the code and checks the tokens. */
async function redeem(
  { config, staffOidc }: Services,
  provider: OidcProvider,
  query: string,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<Answer> {
  const { configuration } = await staffOidc.providers.discover(provider);
  const tokens = await authorizationCodeGrant(configuration, new URL(redirectUri(config.publicUrl, provider) + query), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const idClaims = tokens.claims();
  if (!idClaims || tokens.id_token === undefined) throw new SignInError('refused', { code: 'no-id-token' });
  // Only the ID token is signed: it alone proves the second factor.
  const [subject, accessToken] = [idClaims.sub, tokens.access_token];
  if (!usedSecondFactor(idClaims, provider)) throw new SignInError('no-second-factor', { subject });
  const claims = await withRoles(configuration, provider, idClaims, { accessToken, subject });
  if (!isStaffRole(claims, provider)) throw new SignInError('not-staff', { subject });
  const sid = typeof idClaims.sid === 'string' ? idClaims.sid : null;
  const refreshToken = tokens.refresh_token;
  return { claims, vouched: { subject, sid, tokens: { idToken: tokens.id_token, accessToken, refreshToken } } };
}

/** Records in the log of a known account that its owner could not sign in. */
async function logFailure({ db }: Services, { issuer }: OidcProvider, { subject, reason }: SignInError): Promise<void> {
  const known = subject === undefined ? undefined : await findBySubject(db, issuer, subject);
  if (!known) return;
  const { user_id: id } = known;
  await audit(db, { action: 'DENIED', actor: id, subject: id, object: 'oidc', objectId: reason });
}

/**
 * Handles the provider's response in the browser that started the sign-in, which can fetch its session afterwards.
 * @param query of the callback, with its question mark
 * @throws SignInError
 */
export async function completeSignIn(
  services: Services,
  provider: OidcProvider,
  { query, browser }: { query: string; browser: string | undefined },
): Promise<void> {
  const { db, config } = services;
  const state = new URLSearchParams(query).get('state') ?? '';
  const row = await consumeStarted(db, { browser, provider: provider.id, state });
  if (!row || browser === undefined) throw new SignInError('expired');
  try {
    const secrets = JSON.parse(unseal(browser, row.sealed)) as { nonce: string; verifier: string };
    const { claims, vouched } = await redeem(services, provider, query, { state, ...secrets });
    const account = await accountOf(db, config, provider, personOf(claims, provider));
    if (typeof account === 'string') throw new SignInError(account, { subject: vouched.subject });
    await applyGroups(db, provider, account.userId, claims);
    await vouchFor(db, row, account.userId, seal(browser, JSON.stringify(vouched)));
  } catch (error) {
    const failure = failureOf(error);
    await logFailure(services, provider, failure);
    throw failure;
  }
}

/**
 * Opens the full session of a completed sign-in: the provider has checked both factors.
 * @throws ProblemError SSO_EXPIRED
 */
export async function fetchSession(
  services: Services,
  browser: string | undefined,
  { locale, device }: Caller,
): Promise<SessionAnswer> {
  const { db } = services;
  if (browser === undefined) throw new ProblemError('SSO_EXPIRED');
  return db.transaction().execute(async (trx) => {
    const row = await consumeVouched(trx, browser);
    const user = row?.user_id ? await findUser(trx, row.user_id) : undefined;
    if (!row || !user) throw new ProblemError('SSO_EXPIRED');
    const { subject, sid, tokens } = JSON.parse(unseal(browser, row.sealed)) as Vouched;
    const changed = await updateUser(trx, user.id, { last_login_at: now(), ...localeUpdate(locale) });
    const how = `oidc:${row.provider}` as const;
    const answer = await openFor(services, trx, changed, { scope: 'full', device, how });
    await insertOidcSession(trx, {
      token_hash: sha256(answer.token),
      provider: row.provider,
      subject,
      sid,
      sealed: seal(answer.token, JSON.stringify(tokens)),
    });
    return answer;
  });
}
