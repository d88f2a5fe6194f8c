/** `npm run accounts -- <what> [email]`: account administration for operators, against DATABASE_URL or DATA_DIR. */
import {
  approveAccount,
  denyAccount,
  eraseAccount,
  listAccounts,
  makeStaff,
  setTester,
  signOutAccount,
  unlockAccount,
} from './accounts.ts';
import { type OperatorCommand, runOperatorCommand, type Subcommands } from './command.ts';

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
    run: ({ db }, email) => unlockAccount(db, email),
  },
  'sign-out': {
    help: 'sign-out EMAIL         end every session',
    needsArgument: true,
    run: ({ db }, email) => signOutAccount(db, email),
  },
  'make-staff': {
    help: 'make-staff EMAIL       may use the desk, with a second factor; signs out everywhere',
    needsArgument: true,
    run: ({ db }, email) => makeStaff(db, email),
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
