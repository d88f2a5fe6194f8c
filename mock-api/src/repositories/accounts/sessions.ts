import { after, MINUTE, now } from '../../common/clock.ts';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/schema.ts';
import type { SessionsTable } from '../../db/tables/identity-tables.ts';
import { newSessionToken, sha256 } from '../../security/secrets.ts';
import { recordChanges } from '../changes.ts';
import { deleteOldPhoneCodes } from './one-time-codes.ts';
import type { UserRow } from './users.ts';

/** Uses within this interval are not stored one by one, in milliseconds. */
const USE_STEP = MINUTE;

/** Session lengths, in milliseconds. */
type Lengths = Pick<Limits, 'sessionIdle' | 'sessionLength'>;

export interface Session {
  tokenHash: string;
  scope: SessionsTable['scope'];
  /** Whether the email step was passed: this narrow session may set a new mobile number. */
  mayChangePhone: boolean;
  createdAt: string;
  /** When it ends unless it is used before then, and when it ends in any case. */
  idleAt: string;
  expiresAt: string;
  /** When its identity provider was last asked whether it may continue; null if no provider opened it. */
  checkedAt: string | null;
  /** Since when the provider could not be asked; null if it could. */
  unreachableSince: string | null;
  /** Time until which the person counts as confirmed; null: not confirmed. */
  confirmedUntil: string | null;
  user: UserRow;
}

/**
 * Opens a session and returns its token, which is stored only as a hash.
 * @param device where, see `deviceOf`
 */
export async function openSession(
  db: Db,
  userId: string,
  scope: SessionsTable['scope'],
  { sessionIdle, sessionLength }: Lengths,
  device: string | null = null,
): Promise<string> {
  const token = newSessionToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      scope,
      may_change_phone: 0,
      created_at: now(),
      expires_at: after(sessionLength),
      idle_at: after(sessionIdle),
      device,
    })
    .execute();
  return token;
}

/** Returns those of these sessions that have not ended, by token hash, each with its user. */
export async function sessionsByHash(db: Db, hashes: readonly string[]): Promise<Map<string, Session>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('oidc_sessions', 'oidc_sessions.token_hash', 'sessions.token_hash')
    .selectAll('users')
    .select(['oidc_sessions.checked_at', 'oidc_sessions.unreachable_since'])
    .select(['sessions.token_hash', 'sessions.scope', 'sessions.may_change_phone'])
    .select('sessions.created_at as opened_at')
    .select(['sessions.idle_at', 'sessions.expires_at', 'sessions.confirmed_until'])
    .where('sessions.token_hash', 'in', [...hashes])
    .where('sessions.expires_at', '>', now())
    .where('sessions.idle_at', '>', now())
    .where('users.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .execute();
  const sessions = rows.map(
    ({
      token_hash: tokenHash,
      scope,
      may_change_phone: mayChangePhone,
      opened_at: createdAt,
      idle_at: idleAt,
      expires_at: expiresAt,
      confirmed_until: confirmedUntil,
      checked_at: checkedAt,
      unreachable_since: unreachableSince,
      ...user
    }): Session => {
      const times = { createdAt, idleAt, expiresAt, confirmedUntil, checkedAt, unreachableSince };
      return { tokenHash, scope, mayChangePhone: mayChangePhone === 1, ...times, user };
    },
  );
  return new Map(sessions.map((session) => [session.tokenHash, session]));
}

/** Returns the session of a token, with its user, or undefined if it has ended or the user is deleted or disabled. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  const hash = sha256(token);
  return (await sessionsByHash(db, [hash])).get(hash);
}

/**
 * Extends the idle time of a session that is being used, at most once a minute in the database.
 * @param always true: also if it was extended a moment ago
 */
export async function useSession(db: Db, session: Session, { sessionIdle }: Lengths, always = false): Promise<void> {
  const idleAt = after(sessionIdle);
  if (!always && idleAt < after(USE_STEP, session.idleAt)) return;
  await db.updateTable('sessions').set({ idle_at: idleAt }).where('token_hash', '=', session.tokenHash).execute();
  session.idleAt = idleAt;
}

export async function upgradeSession(db: Db, tokenHash: string): Promise<void> {
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

/** Returns whether the session's person was confirmed a moment ago: a narrow one of staff may then set up a factor. */
export const isConfirmed = ({ confirmedUntil: until }: Session): boolean => until !== null && until > now();

/** Records until when the session's person counts as confirmed. */
export async function confirmSession(db: Db, tokenHash: string, until: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_until: until }).where('token_hash', '=', tokenHash).execute();
}

/** Makes the streams of this person's sessions check whether they may continue. */
export const recheckSessions = (db: Db, userId: string): Promise<void> =>
  recordChanges(db, [{ person: userId, kind: 'session.ended', objectId: userId }]);

/** Ends a session, the new mobile number that it waits for, and pushes to its browser. */
export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('phone_changes').where('session_hash', '=', tokenHash).execute();
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', tokenHash).execute();
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  if (ended) await recheckSessions(db, ended.user_id);
}

/** Ends a user's sessions, the new mobile number that one waits for, and pushes to all their browsers. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('phone_changes').where('user_id', '=', userId).execute();
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await recheckSessions(db, userId);
}

/** Ends all sessions of everyone, the new mobile numbers that they wait for, and all pushes. Returns whose they were. */
export async function endEverySession(db: Db): Promise<string[]> {
  await db.deleteFrom('phone_changes').execute();
  await db.deleteFrom('push_subscriptions').execute();
  const ended = await db.deleteFrom('sessions').returning('user_id').execute();
  const people = [...new Set(ended.map(({ user_id: person }) => person))];
  await recordChanges(
    db,
    people.map((person) => ({ person, kind: 'session.ended', objectId: person })),
  );
  return people;
}

/** Ends a user's sessions except this one, and pushes to the browsers of the others. */
export async function endOtherSessions(db: Db, userId: string, tokenHash: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_hash', '!=', tokenHash)
    .execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute();
  await recheckSessions(db, userId);
}

/** Returns a user's sessions that have not ended, most recently used first. */
export function liveSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'scope', 'idle_at', 'device'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .where('idle_at', '>', now())
    .orderBy('idle_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** Ends the sessions that a wristband opened and no PIN has widened, and the new mobile number that one waits for. */
export async function endNarrowSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('phone_changes').where('user_id', '=', userId).execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('scope', '=', 'narrow').execute();
  await recheckSessions(db, userId);
}

/** Deletes expired sessions, new mobile numbers, one-time tokens, challenges and sign-ins through providers. */
export async function deleteExpired(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('expires_at', '<=', now()), eb('idle_at', '<=', now())]))
    .execute();
  await db.deleteFrom('phone_changes').where('expires_at', '<=', now()).execute();
  await deleteOldPhoneCodes(db);
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now()).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now()).execute();
  await db.deleteFrom('oidc_sign_ins').where('expires_at', '<=', now()).execute();
  await db.deleteFrom('oidc_logout_tokens').where('expires_at', '<=', now()).execute();
}
