/** Sign-ins through identity providers, the sessions that they opened, and used logout tokens. */
import type { Selectable } from 'kysely';
import { after, MINUTE, now, SECOND } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { OidcSessionsTable, OidcSignInsTable } from '../../db/tables/identity-tables.ts';
import { sha256 } from '../../security/secrets.ts';

/** How long people may take at the provider. */
const SIGN_IN_LIFETIME = 10 * MINUTE;
/** How long the browser may take to fetch its session afterwards. */
const VOUCHED_LIFETIME = MINUTE;

type OidcSignInRow = Selectable<OidcSignInsTable>;
export type OidcSessionRow = Selectable<OidcSessionsTable>;

/** Stores a sign-in that starts; it replaces an earlier one of this browser. */
export async function storeSignIn(
  db: Db,
  browser: string,
  { provider, state, sealed }: { provider: string; state: string; sealed: string },
): Promise<void> {
  const values = { provider, state_hash: sha256(state), sealed, user_id: null, expires_at: after(SIGN_IN_LIFETIME) };
  await db
    .insertInto('oidc_sign_ins')
    .values({ browser_hash: sha256(browser), ...values })
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(values))
    .execute();
}

/** Returns a consumed row unless it has expired. */
const unexpired = (row: OidcSignInRow | undefined) => (row && row.expires_at > now() ? row : undefined);

/** Consumes the sign-in that a browser started at a provider: of two concurrent calls, one gets it. */
export async function consumeStarted(
  db: Db,
  { browser, provider, state }: { browser: string | undefined; provider: string; state: string },
): Promise<OidcSignInRow | undefined> {
  const row = await db
    .deleteFrom('oidc_sign_ins')
    .where('browser_hash', '=', sha256(browser ?? ''))
    .where('provider', '=', provider)
    .where('state_hash', '=', sha256(state))
    .where('user_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return unexpired(row);
}

/** Consumes a sign-in whose account is known: of two concurrent calls, one gets it. */
export async function consumeVouched(db: Db, browser: string): Promise<OidcSignInRow | undefined> {
  const row = await db
    .deleteFrom('oidc_sign_ins')
    .where('browser_hash', '=', sha256(browser))
    .where('user_id', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  return unexpired(row);
}

/** Stores the account of a consumed sign-in until the browser fetches its session. */
export async function vouchFor(db: Db, { browser_hash, provider }: OidcSignInRow, userId: string, sealed: string) {
  const row = { browser_hash, provider, state_hash: '', sealed, user_id: userId, expires_at: after(VOUCHED_LIFETIME) };
  await db.insertInto('oidc_sign_ins').values(row).execute();
}

export async function insertOidcSession(
  db: Db,
  session: Pick<OidcSessionsTable, 'token_hash' | 'provider' | 'subject' | 'sid' | 'sealed'>,
): Promise<void> {
  await db
    .insertInto('oidc_sessions')
    .values({ ...session, checked_at: now(), unreachable_since: null })
    .execute();
}

export function findOidcSession(db: Db, tokenHash: string): Promise<OidcSessionRow | undefined> {
  return db.selectFrom('oidc_sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/**
 * How long a check may take: two at once would use the same refresh token twice, for which providers end a session. A
 * check that a killed process began is repeated this much later.
 */
const CHECK_LEASE = 20 * SECOND;

/**
 * Claims the next check of a session. Of all processes, one gets the row; the others return undefined.
 * @param checkedAt of the last check, as read
 */
export function claimCheck(db: Db, tokenHash: string, checkedAt: string): Promise<OidcSessionRow | undefined> {
  return db
    .updateTable('oidc_sessions')
    .set({ checked_at: after(CHECK_LEASE) })
    .where('token_hash', '=', tokenHash)
    .where('checked_at', '=', checkedAt)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the result of a check, which ends its claim. */
export async function saveCheck(
  db: Db,
  tokenHash: string,
  result: { sealed?: string; unreachable_since: string | null },
): Promise<void> {
  const checked = { ...result, checked_at: now() };
  await db.updateTable('oidc_sessions').set(checked).where('token_hash', '=', tokenHash).execute();
}

/** Returns the sessions of a session at the provider, or of all of a subject's. */
export async function oidcSessionsOf(
  db: Db,
  provider: string,
  { sid, subject }: { sid?: string | undefined; subject?: string | undefined },
): Promise<OidcSessionRow[]> {
  if (sid === undefined && subject === undefined) return [];
  return db
    .selectFrom('oidc_sessions')
    .selectAll()
    .where('provider', '=', provider)
    .$if(sid !== undefined, (query) => query.where('sid', '=', sid ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .execute();
}

/** Records a logout token. Returns false if it was used before. */
export async function useLogoutToken(db: Db, issuer: string, jti: string, expiresAt: string): Promise<boolean> {
  const inserted = await db
    .insertInto('oidc_logout_tokens')
    .values({ id: sha256(`${issuer} ${jti}`), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
