import { randomUUID } from 'node:crypto';
import { now } from '../../common/clock.ts';
import type { InterestSignUp, SupportRequest } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';

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
