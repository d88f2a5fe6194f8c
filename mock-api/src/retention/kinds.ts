/** The kinds of data with a retention period: which rows are over it, and their deletion in short transactions. */
import { after, DAY } from '../common/clock.ts';
import type { Retention } from '../config/retention.ts';
import type { Db, Trx } from '../db/schema.ts';
import { lockUser, type UserRow } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { endLinks } from '../repositories/records/links.ts';
import {
  countOldAccounts,
  countOldRows,
  deleteCare,
  deleteOldRows,
  findOldAccount,
  listOldAccounts,
  type OLD_ROWS,
  type OldAccounts,
} from '../repositories/retention.ts';
import { eraseAccount } from '../services/own-data/erasure.ts';

/** Rows deleted in one transaction. */
const BATCH = 200;
/** Accounts looked at for one batch. */
const ACCOUNTS = 20;

export interface RetentionKind {
  name: Exclude<keyof Retention, 'audit'>;
  /** What is counted, in the plural. */
  what: string;
  /** @param before ISO time: what is older is over its period */
  count(db: Db, before: string): Promise<number>;
  /** Deletes a batch. Returns how many; 0: nothing is left. */
  deleteBatch(db: Db, before: string): Promise<number>;
}

/** Returns a kind whose rows are deleted as they are. */
const ofRows = (name: keyof typeof OLD_ROWS, what: string): RetentionKind => ({
  name,
  what,
  count: (db, before) => countOldRows(db, name, before),
  deleteBatch: (db, before) => deleteOldRows(db, name, before, BATCH),
});

const rows: readonly RetentionKind[] = [
  ofRows('messages', 'texts, emails and pushes'),
  ofRows('support', 'requests for support'),
  ofRows('signUps', 'interest sign-ups'),
  ofRows('requests', 'requests to the hospital that are done, with replies'),
  ofRows('feed', 'messages of the hospital’s feed'),
  ofRows('surveys', 'notes of which survey was sent'),
];

/** Selects accounts, and does `work` for each in its own transaction, unless it was used meanwhile. */
async function forEachAccount(
  db: Db,
  before: string,
  accounts: OldAccounts,
  work: (trx: Trx, user: UserRow) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (const id of await listOldAccounts(db, accounts, before, ACCOUNTS)) {
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, id);
      const user = await findOldAccount(trx, accounts, before, id);
      if (!user) return;
      await work(trx, user);
      count += 1;
    });
  }
  return count;
}

const countAccounts = (accounts: OldAccounts) => (db: Db, before: string) => countOldAccounts(db, accounts, before);

const eraseAccounts = (accounts: OldAccounts) => (db: Db, before: string) =>
  forEachAccount(db, before, accounts, async (trx, user) => {
    await eraseAccount(trx, user);
    await audit(trx, { action: 'ACCOUNT_ERASED', actor: null, subject: user.id, object: 'retention' });
  });

const ofAccounts: readonly RetentionKind[] = [
  {
    name: 'registrations',
    what: 'registrations that were never validated, or were denied',
    count: countAccounts('failed'),
    deleteBatch: eraseAccounts('failed'),
  },
  {
    name: 'accounts',
    what: 'unused accounts, with everything in them',
    count: countAccounts('idle'),
    deleteBatch: eraseAccounts('idle'),
  },
  {
    name: 'care',
    what: 'unused accounts with events, results or care plans, which go',
    count: countAccounts('withCare'),
    deleteBatch: (db, before) =>
      forEachAccount(db, before, 'withCare', async (trx, { id }) => {
        await deleteCare(trx, id);
        // Otherwise the next reading would add the hospital's record again.
        await endLinks(trx, id);
      }),
  },
];

/** All kinds, whole accounts before what is in them. */
export const RETENTION_KINDS: readonly RetentionKind[] = [...ofAccounts, ...rows];

/** Returns the ISO time before which data that is kept for this many days is over its period. */
export const periodStart = (days: number): string => after(-days * DAY);
