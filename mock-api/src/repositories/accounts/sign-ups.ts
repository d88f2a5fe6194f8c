/** People who signed up out of interest, and requests for support. */
import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import type { InterestSignUp, SignUp, SupportRequest } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { PageOf } from '../desk/page.ts';

/** Stores an interest sign-up, once per email. */
export async function storeInterest(db: Db, signUp: InterestSignUp): Promise<void> {
  await db
    .insertInto('interest_sign_ups')
    .values({
      email: signUp.email.toLowerCase(),
      name: signUp.name.trim(),
      city: signUp.city?.trim() || null,
      opt_in: signUp.optIn ? 1 : 0,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

export async function storeSupportRequest(db: Db, userId: string, request: SupportRequest): Promise<void> {
  await db
    .insertInto('support_requests')
    .values({
      id: randomUUID(),
      user_id: userId,
      issue: request.issue,
      contact_method: request.contactMethod,
      comments: request.comments,
      created_at: now(),
    })
    .execute();
}

/** Returns one page of the sign-ups, newest first; all of them without a limit. */
export async function listSignUps(db: Db, { after, limit }: Partial<PageOf> = {}): Promise<SignUp[]> {
  const table = db.selectFrom('interest_sign_ups').selectAll();
  const last = after === undefined ? undefined : await table.where('email', '=', after).executeTakeFirst();
  if (after !== undefined && !last) return [];
  let query = table.orderBy('created_at', 'desc').orderBy('email', 'desc');
  if (limit !== undefined) query = query.limit(limit);
  if (last) {
    query = query.where((row) => row(row.refTuple('created_at', 'email'), '<', row.tuple(last.created_at, last.email)));
  }
  return (await query.execute()).map((row) => ({
    id: row.email,
    email: row.email,
    name: row.name,
    city: row.city,
    optIn: row.opt_in === 1,
    createdAt: row.created_at,
  }));
}

export const findInterest = (db: Db, email: string) =>
  db.selectFrom('interest_sign_ups').selectAll().where('email', '=', email).executeTakeFirst();

/** Returns what a person asked the product's support, newest first. */
export const supportRequestsOf = (db: Db, userId: string) =>
  db
    .selectFrom('support_requests')
    .select(['issue', 'comments', 'contact_method as contactMethod', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();
