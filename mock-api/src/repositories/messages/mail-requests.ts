import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Db, MailRequestsTable, Trx } from '../../db/schema.ts';

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
