/** Erasure of an account by the operator. */
import type { Db } from '../db/schema.ts';
import { findUserByEmail, isStaff } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { eraseAccount as erase } from '../services/erasure/erase.ts';
import { OperatorError } from './command.ts';

/** Must follow the email: an erasure cannot be undone. */
const CONFIRMATION = 'for good';

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
    await erase(trx, user);
    const fact = { action: 'STAFF_CHANGED', actor: null, subject: user.id, object: 'account-erased' } as const;
    await audit(trx, { ...fact, objectId: user.id });
    return 'The account is erased.';
  });
}
