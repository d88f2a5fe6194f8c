/** What an operator does with accounts. Each change is in the audit log that the account's owner sees. */
import type { Db } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import { findUserByEmail, type UserRow, updateUser } from '../repositories/users.ts';
import { OperatorError } from './operator-error.ts';

/** @throws OperatorError when no usable account has this e-mail */
async function accountOf(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new OperatorError(`There is no account with the e-mail ${email}.`);
  return user;
}

/**
 * Says whether an account may keep test versions of remotes after sign-in.
 * @returns what was done, in a sentence
 * @throws OperatorError when no usable account has this e-mail
 */
export function setTester(db: Db, email: string, isTester: boolean): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const user = await accountOf(trx, email);
    const what = isTester ? 'a tester' : 'no tester';
    if ((user.is_tester === 1) === isTester) return `${user.email} is ${what} already.`;
    await updateUser(trx, user.id, { is_tester: isTester ? 1 : 0 });
    await audit(trx, { action: 'TESTER_CHANGED', actor: null, subject: user.id, object: 'account', objectId: user.id });
    return `${user.email} is ${what} now.`;
  });
}

/** Returns a line an account, by e-mail: e-mail, role, and whether it is a tester's. */
export async function listAccounts(db: Db): Promise<string> {
  const users = await db
    .selectFrom('users')
    .select(['email', 'role_type', 'is_tester', 'disabled_at'])
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute();
  const lines = users.map(({ email, role_type: role, is_tester: tester, disabled_at: disabled }) =>
    [email, role, ...(tester === 1 ? ['tester'] : []), ...(disabled === null ? [] : ['disabled'])].join('\t'),
  );
  return lines.length > 0 ? lines.join('\n') : 'There are no accounts.';
}
