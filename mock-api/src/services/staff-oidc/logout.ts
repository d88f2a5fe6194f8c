/** Signing out at the provider and here, whichever comes first. */
import { type JWTPayload, jwtVerify } from 'jose';
import { buildEndSessionUrl } from 'openid-client';
import { after, MINUTE, SECOND } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import type { Db } from '../../db/schema.ts';
import { findOidcSession, oidcSessionsOf, useLogoutToken } from '../../repositories/accounts/oidc.ts';
import { endSession } from '../../repositories/accounts/sessions.ts';
import { unseal } from '../../security/sealed.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import type { Tokens } from './claims.ts';
import { ALGORITHMS } from './providers.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token may be this old, however long it is valid. */
const MAX_AGE = 5 * MINUTE;

/**
 * Returns where the browser signs out of the provider too. Undefined for a session that no provider opened, and if the
 * provider has no such page or can't be reached.
 */
export async function endSessionUrl(
  { db, config, staffOidc: { providers } }: Services,
  token: string,
): Promise<string | undefined> {
  const row = await findOidcSession(db, sha256(token));
  const provider = row && providers.find(row.provider);
  if (!provider) return undefined;
  const discovered = await providers.discover(provider).catch(() => undefined);
  if (discovered?.configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
  const { idToken } = JSON.parse(unseal(token, row.sealed)) as Tokens;
  return buildEndSessionUrl(discovered.configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${config.publicUrl}/onboarding/login`,
  }).href;
}

/** Ends what a session at the provider, or all of a subject's, opened here. */
async function endSessionsOf(
  db: Db,
  { id }: OidcProvider,
  whose: { sid?: string | undefined; subject?: string | undefined },
): Promise<void> {
  for (const { token_hash: hash } of await oidcSessionsOf(db, id, whose)) await endSession(db, hash);
}

/** Ends the sessions of one at the provider; a request with another issuer ends nothing. */
export async function frontChannelLogout(
  db: Db,
  provider: OidcProvider,
  { iss, sid }: { iss?: string | undefined; sid?: string | undefined },
): Promise<void> {
  if (iss === undefined || sid === undefined || iss.replace(/\/$/, '') !== provider.issuer.replace(/\/$/, '')) return;
  await endSessionsOf(db, provider, { sid });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns whose sessions a token's claims end; undefined if it isn't a logout token. */
function whoseOf({ events, nonce, sid, sub, jti }: JWTPayload) {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return undefined;
  const event = (events as Record<string, unknown>)[EVENT];
  // With a nonce it could be an ID token.
  if (typeof event !== 'object' || nonce !== undefined || !isText(jti)) return undefined;
  if (isText(sid)) return { jti, whose: { sid, subject: isText(sub) ? sub : undefined } };
  return isText(sub) ? { jti, whose: { subject: sub } } : undefined;
}

/**
 * Ends sessions by a signed logout token (OpenID Connect Back-Channel Logout 1.0), which works once.
 * @returns whether it was valid
 * @throws ProblemError UNAVAILABLE if the provider's keys can't be fetched
 */
export async function backChannelLogout(
  { db, staffOidc: { providers } }: Services,
  provider: OidcProvider,
  logoutToken: string,
): Promise<boolean> {
  const { configuration, keys } = await providers.discover(provider).catch(() => {
    throw new ProblemError('UNAVAILABLE');
  });
  const { issuer } = configuration.serverMetadata();
  const options = { issuer, audience: provider.clientId, algorithms: ALGORITHMS, typ: 'logout+jwt' };
  const verified = await jwtVerify(logoutToken, keys, {
    ...options,
    requiredClaims: ['iat', 'exp', 'jti'],
    maxTokenAge: MAX_AGE / SECOND,
    clockTolerance: 30,
  }).catch(() => undefined);
  const claims = verified && whoseOf(verified.payload);
  if (!claims) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await useLogoutToken(trx, issuer, claims.jti, after(2 * MAX_AGE)))) return false;
    await endSessionsOf(trx, provider, claims.whose);
    return true;
  });
}
