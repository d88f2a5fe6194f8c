/** `npm run accounts -- role EMAIL …`: the roles of a member of staff, and the wards of a nurse. */
import type { Db } from '../db/schema.ts';
import { endAllSessions } from '../repositories/accounts/sessions.ts';
import {
  grantColumns,
  grantOf,
  hasAssignedRoles,
  isStaffRoleName,
  type StaffGrant,
} from '../repositories/accounts/staff-roles.ts';
import { findUserByEmail, isStaff, type UserRow, updateUser } from '../repositories/accounts/users.ts';
import { logStaffAct } from '../services/desk/log.ts';
import { OperatorError } from './command.ts';

const USAGE =
  'role EMAIL nurse --wards 4A,4B | clerk | operator | privacy; several roles: role EMAIL nurse clerk --wards 4A';
/** In the place of the wards: a nurse of every ward. */
const EVERY_WARD = 'all';

/** Reads what follows the email. @throws OperatorError */
function readGrant(args: readonly string[]): StaffGrant {
  const at = args.includes('--wards') ? args.indexOf('--wards') : args.length;
  const named = args.slice(0, at);
  const roles = named.filter(isStaffRoleName);
  const wrong = named.find((role) => !isStaffRoleName(role));
  if (wrong !== undefined) throw new OperatorError(`${wrong} is not a role. Usage: ${USAGE}`);
  if (roles.length === 0) throw new OperatorError(`Name a role. Usage: ${USAGE}`);
  const wards = args
    .slice(at + 1)
    .join(' ')
    .split(',')
    .map((ward) => ward.trim())
    .filter((ward) => ward !== '');
  if (roles.includes('nurse') !== wards.length > 0)
    throw new OperatorError(`Only nurses have wards, and need them: --wards 4A,4B, or --wards ${EVERY_WARD}.`);
  return { roles, wards: wards.length === 0 || wards.join() === EVERY_WARD ? null : wards };
}

/** Says which roles someone has, with the wards of a nurse. */
function inWords({ roles, wards }: StaffGrant): string {
  const words = roles.map((role) => (role === 'nurse' ? `nurse (${wards?.join(', ') ?? 'every ward'})` : role));
  return words.length === 0 ? 'no role' : words.join(', ');
}

/** Returns what the list of accounts says about an account: nothing for others than staff. */
export function roleMarks(user: UserRow): string[] {
  if (!isStaff(user)) return [];
  return [hasAssignedRoles(user) ? inWords(grantOf(user)) : 'every role: none assigned'];
}

/** Returns a warning for the list of accounts, if some of the staff have no role of their own. */
export function rolesWarning(users: readonly UserRow[]): string[] {
  const count = users.filter((user) => isStaff(user) && !hasAssignedRoles(user)).length;
  if (count === 0) return [];
  const who = count === 1 ? '1 staff account has' : `${count} staff accounts have`;
  return ['', `Warning: ${who} no role assigned, and every role until then: npm run accounts -- ${USAGE}`];
}

/**
 * Sets roles and wards, and signs the person out everywhere, so that their browsers forget what they may no longer see.
 * @returns a sentence describing what was done
 * @throws OperatorError
 */
export function setRole(db: Db, [email = '', ...args]: readonly string[]): Promise<string> {
  if (email === '') throw new OperatorError(`Usage: ${USAGE}`);
  const grant = readGrant(args);
  return db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, email);
    if (!user) throw new OperatorError(`There is no account with the email ${email}.`);
    if (!isStaff(user))
      throw new OperatorError(`${email} is not staff. First: npm run accounts -- make-staff ${email}`);
    await updateUser(trx, user.id, grantColumns(grant));
    await endAllSessions(trx, user.id);
    const act = { action: 'STAFF_CHANGED', object: 'role-changed', subjects: [user.id], objectId: user.id } as const;
    await logStaffAct(trx, null, act);
    return `${user.email} is now: ${inWords(grant)}. They need to sign in again.`;
  });
}
