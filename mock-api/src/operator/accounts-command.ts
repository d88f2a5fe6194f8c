/**
 * `npm run accounts -- <what> [email]`: account administration for operators, against DATABASE_URL or DATA_DIR. Each
 * change is in the audit log that the account's owner sees.
 */

import { HOSPITAL_STATUS } from '../contract.ts';
import type { Db, Trx } from '../db/schema.ts';
import { deleteAuthenticator } from '../repositories/accounts/authenticators.ts';
import { revokeTokens } from '../repositories/accounts/one-time-codes.ts';
import { deletePasskeys } from '../repositories/accounts/passkeys.ts';
import { endAllSessions, endEverySession } from '../repositories/accounts/sessions.ts';
import {
  findUserByEmail,
  isStaff,
  listUsers,
  STAFF,
  type UserRow,
  updateUser,
} from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { voidWristbands } from '../repositories/desk/patients.ts';
import { unlock } from '../services/accounts/locks.ts';
import { approve, deny } from '../services/desk/accounts.ts';
import { logStaffAct, type StaffObject } from '../services/desk/log.ts';
import { eraseAccount as erase } from '../services/own-data/erasure.ts';
import { lockWithInviters } from '../services/sharing/invitations.ts';
import { type OperatorCommand, OperatorError, runOperatorCommand, type Store, type Subcommands } from './command.ts';
import { roleMarks, rolesWarning, setRole } from './staff-role.ts';

/** @throws OperatorError if no usable account has this email */
async function accountOf(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new OperatorError(`There is no account with the email ${email}.`);
  return user;
}

/**
 * Sets whether an account may keep test versions of remotes after sign-in.
 * @returns a sentence describing what was done
 * @throws OperatorError if no usable account has this email
 */
function setTester(db: Db, email: string, isTester: boolean): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const user = await accountOf(trx, email);
    const what = isTester ? 'a tester' : 'not a tester';
    if ((user.is_tester === 1) === isTester) return `${user.email} is ${what} already.`;
    await updateUser(trx, user.id, { is_tester: isTester ? 1 : 0 });
    await audit(trx, { action: 'TESTER_CHANGED', actor: null, subject: user.id, object: 'account', objectId: user.id });
    return `${user.email} is ${what} now.`;
  });
}

/** Changes an account as the operator, who has no session, and records it in the owner's audit log. */
function changeAccount(
  db: Db,
  email: string,
  change: (trx: Trx, user: UserRow) => Promise<{ object: StaffObject; message: string } | string>,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const user = await accountOf(trx, email);
    await lockWithInviters(trx, user.id);
    const changed = await change(trx, user);
    if (typeof changed === 'string') return changed;
    const { object, message } = changed;
    await logStaffAct(trx, null, { action: 'STAFF_CHANGED', object, subjects: [user.id], objectId: user.id });
    return message;
  });
}

/** Records a decision in the audit logs of the patients whose invitations it has accepted or ended. */
async function logForPatients(trx: Trx, object: StaffObject, patients: string[], accountId: string): Promise<void> {
  if (patients.length === 0) return;
  await logStaffAct(trx, null, { action: 'STAFF_CHANGED', object, subjects: patients, objectId: accountId });
}

/** Approves an account, regardless of earlier decisions, and notifies its owner. */
function approveAccount({ db, notifier }: Store, email: string): Promise<string> {
  return changeAccount(db, email, async (trx, user) => {
    if (user.hospital_status_id === HOSPITAL_STATUS.APPROVED) return `${user.email} is approved already.`;
    const { patients } = await approve(trx, notifier, user);
    await logForPatients(trx, 'supporter-approved', patients, user.id);
    return { object: 'account-approved', message: `${user.email} is approved now.` };
  });
}

/**
 * Denies an account, regardless of earlier decisions, notifies its owner and ends its sessions.
 * @param reason sent to the owner, if given
 */
function denyAccount({ db, notifier }: Store, email: string, reason: string): Promise<string> {
  return changeAccount(db, email, async (trx, user) => {
    if (user.hospital_status_id === HOSPITAL_STATUS.DENIED) return `${user.email} is denied already.`;
    const { patients } = await deny(trx, notifier, user, reason);
    await logForPatients(trx, 'supporter-denied', patients, user.id);
    await endAllSessions(trx, user.id);
    return { object: 'account-denied', message: `${user.email} is denied now.` };
  });
}

/** Lets a person try again after too many wrong passwords, PINs or codes. */
function unlockAccount({ db }: Store, email: string): Promise<string> {
  return changeAccount(db, email, async (trx, user) => {
    await unlock(trx, user);
    return { object: 'account-unlocked', message: `${user.email} may try to sign in again.` };
  });
}

/** For staff who lost their device: they set up a new second factor with a code by email. */
export function resetFactors({ db }: Pick<Store, 'db'>, email: string): Promise<string> {
  return changeAccount(db, email, async (trx, user) => {
    await deletePasskeys(trx, user.id);
    await deleteAuthenticator(trx, user.id);
    await endAllSessions(trx, user.id);
    return { object: 'factors-reset', message: `${user.email} has no passkey or authenticator app any more.` };
  });
}

/** @param whom an email, or `--all` */
function endSessions({ db }: Store, whom: string): Promise<string> {
  if (whom === '--all') {
    return db.transaction().execute(async (trx) => {
      const subjects = await endEverySession(trx);
      await logStaffAct(trx, null, { action: 'STAFF_CHANGED', object: 'sessions-ended', subjects });
      return `Everyone is signed out: ${subjects.length} people.`;
    });
  }
  return changeAccount(db, whom, async (trx, user) => {
    await endAllSessions(trx, user.id);
    return { object: 'sessions-ended', message: `${user.email} is signed out everywhere.` };
  });
}

/**
 * Makes a person staff. Everything opened without a second factor ends: sessions, wristbands, passkeys and the codes
 * issued by email validation.
 */
export function makeStaff(db: Db, email: string): Promise<string> {
  return changeAccount(db, email, async (trx, user) => {
    if (isStaff(user)) return `${user.email} is staff already.`;
    if (user.password_hash === null) {
      throw new OperatorError(`${user.email} has no password, which staff need besides their second factor.`);
    }
    if (user.email_validated !== 1) {
      throw new OperatorError(`${user.email} has not opened the link in the validation email yet.`);
    }
    await updateUser(trx, user.id, { role_type: STAFF, wristband_code: null });
    await voidWristbands(trx, user.id);
    await revokeTokens(trx, 'login', user.id);
    await deletePasskeys(trx, user.id);
    await deleteAuthenticator(trx, user.id);
    await endAllSessions(trx, user.id);
    return {
      object: 'made-staff',
      message: `${user.email} is staff now, and signs in with a code by email. Give them a role, or they have every role: npm run accounts -- role ${user.email} nurse --wards 4A`,
    };
  });
}

const STATUS: Readonly<Record<number, string>> = {
  [HOSPITAL_STATUS.UNDER_REVIEW]: 'under review',
  [HOSPITAL_STATUS.DENIED]: 'denied',
};

/** Returns one line per account, sorted by email: email, role, and special states. */
async function listAccounts(db: Db): Promise<string> {
  const users = await listUsers(db);
  const lines = users.map((user) => {
    const status = STATUS[user.hospital_status_id];
    const marks = [
      ...roleMarks(user),
      ...(user.email_validated === 1 ? [] : ['email not validated']),
      ...(status ? [status] : []),
      ...(user.is_tester === 1 ? ['tester'] : []),
      ...(user.disabled_at ? ['disabled'] : []),
    ];
    return [user.email, user.role_type, ...marks].join('\t');
  });
  return lines.length > 0 ? [...lines, ...rolesWarning(users)].join('\n') : 'There are no accounts.';
}

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
    const user = await accountOf(trx, email);
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

const SUBCOMMANDS: Subcommands = {
  list: { help: 'list                   every account', needsArgument: false, run: ({ db }) => listAccounts(db) },
  approve: { help: 'approve EMAIL          approve an account', needsArgument: true, run: approveAccount },
  deny: {
    help: 'deny EMAIL ["REASON"]  deny an account and sign it out',
    needsArgument: true,
    takesWords: true,
    run: denyAccount,
  },
  unlock: {
    help: 'unlock EMAIL           lift the lock after too many wrong passwords, PINs or codes',
    needsArgument: true,
    run: unlockAccount,
  },
  'end-sessions': {
    help: 'end-sessions EMAIL     end every session of a person; --all: of everyone',
    needsArgument: true,
    run: endSessions,
  },
  'reset-factors': {
    help: 'reset-factors EMAIL    delete passkeys and authenticator app of someone who lost them, once you know who asks',
    needsArgument: true,
    run: resetFactors,
  },
  'make-staff': {
    help: 'make-staff EMAIL       may use the desk, with a second factor; signs out everywhere',
    needsArgument: true,
    run: ({ db }, email) => makeStaff(db, email),
  },
  role: {
    help: 'role EMAIL nurse --wards 4A,4B | clerk | operator | privacy   what a member of staff does at the desk',
    takesOptions: 'with-store',
    run: ({ db }, args) => setRole(db, args),
  },
  'make-tester': {
    help: 'make-tester EMAIL      may keep a test version of a remote after sign-in',
    needsArgument: true,
    run: ({ db }, email) => setTester(db, email, true),
  },
  'unmake-tester': {
    help: 'unmake-tester EMAIL    may not any more',
    needsArgument: true,
    run: ({ db }, email) => setTester(db, email, false),
  },
  erase: {
    help: 'erase EMAIL for good   erase an account and all that it holds; its log stays, without a name',
    needsArgument: true,
    takesWords: true,
    run: ({ db }, email, confirmation) => eraseAccount(db, email, confirmation),
  },
};

export const ACCOUNTS: OperatorCommand = {
  name: 'accounts',
  subcommands: SUBCOMMANDS,
  settings: 'Reads DATABASE_URL or DATA_DIR, PUBLIC_URL and BRAND_FILE, like the API.',
};

if (import.meta.main) await runOperatorCommand(ACCOUNTS);
