/** New mobile numbers that wait for confirmation: one per account, a newer one replaces it. */
import type { Selectable } from 'kysely';
import { after, DAY, now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { PhoneChangesTable } from '../../db/tables/identity-tables.ts';
import { sha256 } from '../../security/secrets.ts';

const LIFETIME = DAY;

export type PhoneChange = Selectable<PhoneChangesTable>;

interface NewPhoneChange {
  userId: string;
  /** Token hash of the session that wants the number. */
  sessionHash: string;
  phoneNumber: string;
  /** Tokens of the links, by text and by email. */
  textToken: string;
  emailToken: string;
}

/** Stores the number, and invalidates the links of an earlier one. */
export async function replacePhoneChange(db: Db, wanted: NewPhoneChange): Promise<PhoneChange> {
  const values = {
    session_hash: wanted.sessionHash,
    phone_number: wanted.phoneNumber,
    text_hash: sha256(wanted.textToken),
    email_hash: sha256(wanted.emailToken),
    created_at: now(),
    expires_at: after(LIFETIME),
  };
  return db
    .insertInto('phone_changes')
    .values({ user_id: wanted.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

const waiting = (db: Db) => db.selectFrom('phone_changes').selectAll().where('expires_at', '>', now());

export function findPhoneChange(db: Db, userId: string): Promise<PhoneChange | undefined> {
  return waiting(db).where('user_id', '=', userId).executeTakeFirst();
}

/** Returns the change that a session waits for. */
export function findPhoneChangeOfSession(db: Db, sessionHash: string): Promise<PhoneChange | undefined> {
  return waiting(db).where('session_hash', '=', sessionHash).executeTakeFirst();
}

/** Returns the change of a link, by text or by email. */
export function findPhoneChangeByLink(db: Db, token: string): Promise<PhoneChange | undefined> {
  const hash = sha256(token);
  return waiting(db)
    .where(({ or, eb }) => or([eb('text_hash', '=', hash), eb('email_hash', '=', hash)]))
    .executeTakeFirst();
}

/** Returns whether this change was still waiting. Of two concurrent calls, one gets false. */
export async function consumePhoneChange(db: Db, { user_id, text_hash }: PhoneChange): Promise<boolean> {
  const taken = await db
    .deleteFrom('phone_changes')
    .where('user_id', '=', user_id)
    .where('text_hash', '=', text_hash)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}
