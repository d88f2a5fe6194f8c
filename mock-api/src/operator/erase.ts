/**
 * Erasure of an account: everything stored about a person is deleted, except the log, the codes of void wristbands,
 * and what they asked about other patients, which is part of those patients' records.
 */
import { randomUUID } from 'node:crypto';
import { recordShare } from '../changes/changes.ts';
import { now } from '../common/clock.ts';
import { phoneDigits } from '../common/phone.ts';
import type { Db, Trx } from '../db/schema.ts';
import { endAllSessions } from '../repositories/accounts/sessions.ts';
import {
  findUserByEmail,
  insertUser,
  isStaff,
  lockUser,
  noEmail,
  type UserRow,
} from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { newUser } from '../services/accounts/accounts.ts';
import { releaseHeld } from '../services/sharing/held-invitations.ts';
import { endShares } from '../services/sharing/supporters.ts';
import { OperatorError } from './command.ts';

/** Must follow the email: an erasure cannot be undone. */
const CONFIRMATION = 'for good';

/** Removes a supporter from the lists of those whom they support, and notifies their open apps. */
async function eraseAsSupporter(trx: Trx, userId: string): Promise<void> {
  const supported = await trx.selectFrom('supporters').select('id').where('supporter_user_id', '=', userId).execute();
  for (const { id } of supported) await recordShare(trx, id);
  await trx.deleteFrom('supporters').where('supporter_user_id', '=', userId).execute();
}

/** Erases what is stored by email or phone number instead of by account. */
async function eraseByAddress(trx: Trx, { email, phone_digits: digits, mobile_phone: mobile }: UserRow): Promise<void> {
  const recipients = [email, digits, phoneDigits(mobile ?? '')];
  await trx.deleteFrom('messages').where('recipient', 'in', recipients).execute();
  await trx.deleteFrom('interest_sign_ups').where('email', '=', email).execute();
  await trx.deleteFrom('mail_requests').where('email', '=', email).execute();
}

/**
 * Moves what also belongs to others to an account without a person: all wristband codes, and requests about other
 * patients.
 */
async function detachFromPerson(trx: Trx, userId: string): Promise<void> {
  const [id, time] = [randomUUID(), now()];
  const deleted = { disabled_at: time, deleted_at: time, has_demo: 0 };
  await insertUser(trx, newUser({ id, email: noEmail(id), first_name: '', last_name: '', ...deleted }));
  const codes = trx.updateTable('wristbands').where('user_id', '=', userId);
  await codes.where('voided_at', 'is', null).set({ voided_at: time }).execute();
  await codes.set({ user_id: id }).execute();
  const asked = trx.updateTable('requests').where('author_id', '=', userId).where('user_id', '!=', userId);
  await asked.set({ author_id: id }).execute();
}

/**
 * Erases a patient's or supporter's account. Refuses staff accounts: others still read their replies.
 * @param confirmation "for good"
 * @returns a sentence describing what was done
 * @throws OperatorError if no usable account has this email, it is staff, or the confirmation is missing
 */
export function eraseAccount(db: Db, email: string, confirmation: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, email);
    if (!user) throw new OperatorError(`There is no account with the email ${email}.`);
    if (isStaff(user)) throw new OperatorError(`${email} is staff: patients still read what staff have replied.`);
    if (confirmation !== CONFIRMATION) {
      throw new OperatorError(`Erasing ${email} cannot be undone. To confirm, run "erase ${email} ${CONFIRMATION}".`);
    }
    await lockUser(trx, user.id);
    await endAllSessions(trx, user.id);
    await endShares(trx, user.id);
    await releaseHeld(trx, user.id);
    await eraseAsSupporter(trx, user.id);
    await eraseByAddress(trx, user);
    await detachFromPerson(trx, user.id);
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
    const fact = { action: 'STAFF_CHANGED', actor: null, subject: user.id, object: 'account-erased' } as const;
    await audit(trx, { ...fact, objectId: user.id });
    return 'The account is erased.';
  });
}
