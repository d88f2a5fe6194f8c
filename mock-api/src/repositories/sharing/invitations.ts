/** Links of invitations: a random UUID each, of which only the hash is stored. */
import { randomUUID } from 'node:crypto';
import { after, DAY, now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import { sha256 } from '../../security/secrets.ts';

const LIFETIME = 14 * DAY;

/** Creates the link of an invitation and returns its token. */
export async function issueInvitation(db: Db, supporterId: string): Promise<string> {
  const token = randomUUID();
  await db
    .insertInto('invitations')
    .values({ token_hash: sha256(token), supporter_id: supporterId, expires_at: after(LIFETIME), used_at: null })
    .execute();
  return token;
}

/** Selects valid links: unused, not expired, and with an invitation that is still pending. */
const live = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('supporters', 'supporters.id', 'invitations.supporter_id')
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '>', now())
    .where('supporters.status', '=', 'PENDING');

/** Returns the supporter entry of a link, or undefined if the link is not valid. */
export function findInvitation(db: Db, token: string) {
  return live(db).selectAll('supporters').where('invitations.token_hash', '=', sha256(token)).executeTakeFirst();
}

/** Returns a pending supporter entry, even if its link has expired; undefined for any other. */
export function findPending(db: Db, supporterId: string) {
  return db
    .selectFrom('supporters')
    .selectAll()
    .where('id', '=', supporterId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
}

/** Deletes a pending supporter entry and its links. */
export async function removePending(db: Db, supporterId: string): Promise<void> {
  await db.deleteFrom('supporters').where('id', '=', supporterId).where('status', '=', 'PENDING').execute();
}

/** Marks every link of a supporter entry as used. */
export async function useLinksOf(db: Db, supporterId: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ used_at: now() })
    .where('supporter_id', '=', supporterId)
    .where('used_at', 'is', null)
    .execute();
}

/** Marks a link as used. Of two concurrent calls, one gets false. */
export async function useInvitation(db: Db, token: string): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ used_at: now() })
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .returning('supporter_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the supporter entries that wait for an account with this number, oldest first. */
export function waitingFor(db: Db, digits: string) {
  return live(db)
    .selectAll('supporters')
    .distinct()
    .where('supporters.phone_digits', '=', digits)
    .where('supporters.supporter_user_id', 'is', null)
    .orderBy('supporters.created_at')
    .execute();
}

/** Assigns an account to an invited supporter. Returns false if the invitation was already accepted. */
export async function bindSupporter(db: Db, supporterId: string, userId: string): Promise<boolean> {
  const row = await db
    .updateTable('supporters')
    .set({ supporter_user_id: userId })
    .where('id', '=', supporterId)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
