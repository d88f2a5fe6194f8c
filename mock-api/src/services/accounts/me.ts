/** A user as their own session may see them, including what they still have to agree to. */

import type { Config } from '../../config/config.ts';
import type { Me, User } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { hasPasskey } from '../../repositories/accounts/passkeys.ts';
import { isStaff, toNarrowUser, toUser, type UserRow } from '../../repositories/accounts/users.ts';
import { agreementsDue } from './agreements.ts';

type Known = Pick<Config, 'agreements'>;

/**
 * Returns the user as a full session sees it.
 * @param db may be the transaction that has just changed the row
 */
export async function describeUser(db: Db, config: Known, row: UserRow): Promise<User> {
  return toUser(row, await agreementsDue(db, config, row.id));
}

export async function describeMe(db: Db, config: Known, row: UserRow, scope: 'full' | 'narrow'): Promise<Me> {
  if (scope === 'full') return describeUser(db, config, row);
  return toNarrowUser(row, isStaff(row) && (await hasPasskey(db, row.id)) ? 'passkey' : 'email');
}
