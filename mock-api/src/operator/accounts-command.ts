/** `npm run accounts -- <what> [e-mail]`: an operator's way to accounts, against DATABASE_URL or DATA_DIR. */
import { ConfigError } from '../environment.ts';
import {
  approveAccount,
  denyAccount,
  listAccounts,
  makeStaff,
  setTester,
  signOutAccount,
  unlockAccount,
} from './accounts.ts';
import { type Store, withStore } from './open-store.ts';
import { OperatorError } from './operator-error.ts';

interface Subcommand {
  /** What it takes and does, for people. */
  help: string;
  needsEmail: boolean;
  /** Whether words may follow the e-mail. */
  takesWords?: true;
  /** @param more what comes after the e-mail, where it takes that */
  run(store: Store, email: string, more: string): Promise<string>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  list: { help: 'list                   every account', needsEmail: false, run: ({ db }) => listAccounts(db) },
  approve: { help: 'approve EMAIL          approve an account', needsEmail: true, run: approveAccount },
  deny: {
    help: 'deny EMAIL ["REASON"]  deny an account and sign it out',
    needsEmail: true,
    takesWords: true,
    run: denyAccount,
  },
  unlock: {
    help: 'unlock EMAIL           let in again after too many wrong passwords, PINs or codes',
    needsEmail: true,
    run: ({ db }, email) => unlockAccount(db, email),
  },
  'sign-out': {
    help: 'sign-out EMAIL         end every session',
    needsEmail: true,
    run: ({ db }, email) => signOutAccount(db, email),
  },
  'make-staff': {
    help: 'make-staff EMAIL       may use the desk, with a second factor; signs out everywhere',
    needsEmail: true,
    run: ({ db }, email) => makeStaff(db, email),
  },
  'make-tester': {
    help: 'make-tester EMAIL      may keep a test version of a remote after sign-in',
    needsEmail: true,
    run: ({ db }, email) => setTester(db, email, true),
  },
  'unmake-tester': {
    help: 'unmake-tester EMAIL    may not any more',
    needsEmail: true,
    run: ({ db }, email) => setTester(db, email, false),
  },
};

const USAGE = [
  'Usage: npm run accounts -- …',
  ...Object.values(SUBCOMMANDS).map(({ help }) => `  ${help}`),
  'DATABASE_URL or DATA_DIR says which database, PUBLIC_URL and BRAND_FILE what e-mails say: as for the API.',
].join('\n');

interface Order {
  subcommand: Subcommand;
  email: string;
  more: string;
}

/** @throws OperatorError that says how the command is used */
function readOrder([name = '', email = '', ...words]: readonly string[]): Order {
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  const more = words.join(' ').trim();
  if (!subcommand || subcommand.needsEmail !== (email !== '')) throw new OperatorError(USAGE);
  if (more !== '' && !subcommand.takesWords) throw new OperatorError(USAGE);
  return { subcommand, email, more };
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'Nothing answers at the address in DATABASE_URL.';
  return error instanceof Error ? error.message : String(error);
}

try {
  const { subcommand, email, more } = readOrder(process.argv.slice(2));
  process.stdout.write(`${await withStore(process.env, (store) => subcommand.run(store, email, more))}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
