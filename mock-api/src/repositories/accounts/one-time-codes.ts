/**
 * One-time codes and links: PINs, codes that prove a mobile number, the second factor of staff, tokens sent by email, and
 * the requests for such emails.
 * Codes and tokens are stored only as hashes.
 */
import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { after, DAY, HOUR, MINUTE, now } from '../../common/clock.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type {
  MailRequestsTable,
  PhoneCodesTable,
  PinCodesTable,
  SecondFactorsTable,
  TokenKind,
} from '../../db/tables/identity-tables.ts';
import { newLinkToken, sha256 } from '../../security/secrets.ts';

/** Lifetime of PINs, codes of numbers, and second factors, in milliseconds. */
const CODE_LIFETIME = 10 * MINUTE;

export type PinCode = Selectable<PinCodesTable>;

const ONE_MORE_ATTEMPT = { attempts: sql<number>`attempts + 1` };

/** @param hash of `NewCode`, which has its own salt */
const unused = (hash: string, lifetime = CODE_LIFETIME) => ({
  salt: '',
  code_hash: hash,
  attempts: 0,
  expires_at: after(lifetime),
});

/** Whose PIN it is, and the token hash of the session that it was sent for; null: staff gave it out, for any session. */
export interface PinOwner {
  userId: string;
  sessionHash: string | null;
}

/** Replaces the user's PIN with a new one. Returns when it expires. */
export async function replacePin(
  db: Db,
  { userId, sessionHash }: PinOwner,
  hash: string,
  lifetime?: number,
): Promise<string> {
  const code = { ...unused(hash, lifetime), session_hash: sessionHash, created_at: now(), used_at: null };
  await db
    .insertInto('pin_codes')
    .values({ user_id: userId, ...code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();
  return code.expires_at;
}

/** Returns the user's PIN if it is for this session. */
export function findPin(db: Db, { userId, sessionHash }: PinOwner): Promise<PinCode | undefined> {
  return db
    .selectFrom('pin_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('session_hash', 'is', null), eb('session_hash', '=', sessionHash)]))
    .executeTakeFirst();
}

export async function countPinAttempt(db: Db, userId: string): Promise<void> {
  await db.updateTable('pin_codes').set(ONE_MORE_ATTEMPT).where('user_id', '=', userId).execute();
}

export async function usePin(db: Db, userId: string): Promise<void> {
  await db.updateTable('pin_codes').set({ used_at: now() }).where('user_id', '=', userId).execute();
}

export async function deletePin(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('pin_codes').where('user_id', '=', userId).execute();
}

/** How long a number waits for its code, in milliseconds: the code may be sent again. */
const NUMBER_LIFETIME = DAY;

/** Replaces the number that a user wants, and its code. Returns when the code expires. */
export async function replacePhoneCode(db: Db, userId: string, phoneNumber: string, hash: string): Promise<string> {
  const values = { ...unused(hash), phone_number: phoneNumber, created_at: now() };
  await db
    .insertInto('phone_codes')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return values.expires_at;
}

/** Returns the number that a user wants, even if its code has expired. */
export function findPhoneCode(db: Db, userId: string): Promise<Selectable<PhoneCodesTable> | undefined> {
  return db
    .selectFrom('phone_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', after(-NUMBER_LIFETIME))
    .executeTakeFirst();
}

export async function countPhoneCodeAttempt(db: Db, userId: string): Promise<void> {
  await db.updateTable('phone_codes').set(ONE_MORE_ATTEMPT).where('user_id', '=', userId).execute();
}

export async function deletePhoneCode(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('phone_codes').where('user_id', '=', userId).execute();
}

/** Deletes numbers that have waited too long. */
export async function deleteOldPhoneCodes(db: Db): Promise<void> {
  await db.deleteFrom('phone_codes').where('created_at', '<=', after(-NUMBER_LIFETIME)).execute();
}

/** Replaces the second factor that a session is waiting for. */
export async function replaceSecondFactor(db: Db, tokenHash: string, hash: string): Promise<void> {
  const values = unused(hash);
  await db
    .insertInto('second_factors')
    .values({ token_hash: tokenHash, ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute();
}

export function findSecondFactor(db: Db, tokenHash: string): Promise<Selectable<SecondFactorsTable> | undefined> {
  return db.selectFrom('second_factors').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function countSecondFactorAttempt(db: Db, tokenHash: string): Promise<void> {
  await db.updateTable('second_factors').set(ONE_MORE_ATTEMPT).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSecondFactor(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('second_factors').where('token_hash', '=', tokenHash).execute();
}

/** Lifetime of each kind of token, in milliseconds. */
const TOKEN_LIFETIME: Record<TokenKind, number> = {
  'validate-email': 24 * HOUR,
  'reset-password': 30 * MINUTE,
  login: 10 * MINUTE,
};

/** Creates the token of a link, of which only the hash is stored. */
export async function issueToken(db: Db, kind: TokenKind, userId: string): Promise<string> {
  const token = newLinkToken();
  const row = { kind, user_id: userId, created_at: now(), expires_at: after(TOKEN_LIFETIME[kind]) };
  await db
    .insertInto('one_time_tokens')
    .values({ ...row, token_hash: sha256(token), used_at: null })
    .execute();
  return token;
}

/** Consumes a token and returns its user's id. Of two concurrent calls, one gets undefined. */
export async function consumeToken(db: Db, kind: TokenKind, token: string): Promise<string | undefined> {
  const row = await db
    .updateTable('one_time_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', sha256(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Returns the user's id of a token that still works, without using it. */
export async function findToken(db: Db, kind: TokenKind, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row?.user_id;
}

/** Invalidates a user's tokens of this kind, for example the older reset links after a reset. */
export async function revokeTokens(db: Db, kind: TokenKind, userId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('kind', '=', kind).where('user_id', '=', userId).execute();
}

export type MailRequest = Selectable<MailRequestsTable>;

/**
 * Stores a request for a link.
 * @param email as stored with accounts: lower case, no surrounding spaces
 */
export async function insertMailRequest(db: Db, kind: MailRequest['kind'], email: string): Promise<void> {
  await db.insertInto('mail_requests').values({ id: randomUUID(), kind, email, created_at: now() }).execute();
}

/**
 * Takes the oldest request within this transaction: a rollback leaves it for the next. If two processes take the same
 * one, the second gets "taken" and tries again.
 * @returns undefined if there are no more
 */
export async function takeMailRequest(trx: Trx): Promise<MailRequest | 'taken' | undefined> {
  const oldest = await trx
    .selectFrom('mail_requests')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return undefined;
  const taken = await trx.deleteFrom('mail_requests').where('id', '=', oldest.id).returningAll().executeTakeFirst();
  return taken ?? 'taken';
}
