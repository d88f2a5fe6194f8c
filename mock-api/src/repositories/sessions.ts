import { after, HOUR, now } from '../clock.ts';
import type { Db, SessionsTable } from '../db/schema.ts';
import { newSessionToken, sha256 } from '../security/secrets.ts';
import type { UserRow } from './users.ts';

/** The longest a session lasts; the person then signs in again. */
const SESSION_LENGTH = 12 * HOUR;

export interface Session {
  tokenHash: string;
  scope: SessionsTable['scope'];
  /** The e-mail step was passed: this narrow session may set a new mobile number. */
  mayChangePhone: boolean;
  user: UserRow;
}

/** Opens a session and answers its token, which is stored only as a hash. */
export async function openSession(db: Db, userId: string, scope: SessionsTable['scope']): Promise<string> {
  const token = newSessionToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      scope,
      may_change_phone: 0,
      created_at: now(),
      expires_at: after(SESSION_LENGTH),
    })
    .execute();
  return token;
}

/** The live session of a token, with its user; undefined when either is gone. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.token_hash', 'sessions.scope', 'sessions.may_change_phone'])
    .where('sessions.token_hash', '=', sha256(token))
    .where('sessions.expires_at', '>', now())
    .where('users.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { token_hash: tokenHash, scope, may_change_phone: mayChangePhone, ...user } = row;
  return { tokenHash, scope, mayChangePhone: mayChangePhone === 1, user };
}

export async function widenSession(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ scope: 'full', may_change_phone: 0 })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function allowPhoneChange(db: Db, tokenHash: string, allowed: boolean): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ may_change_phone: allowed ? 1 : 0 })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Sweeps out sessions and one-time tokens that nobody can use any more. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now()).execute();
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now()).execute();
}
