/** The kinds of data with a retention period: which rows are over it, and their deletion in short transactions. */
import { type RawBuilder, sql } from 'kysely';
import { after, DAY } from '../common/clock.ts';
import type { Retention } from '../config/retention.ts';
import { HOSPITAL_STATUS } from '../contract.ts';
import type { Db, Tables, Trx } from '../db/schema.ts';
import { lockUser, STAFF, type UserRow } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { endLinks } from '../repositories/records/links.ts';
import { eraseAccount } from '../services/erasure/erase.ts';

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

const counted = ({ count }: { count: number | string | bigint }) => Number(count);

interface Rows {
  table: keyof Tables;
  key: string;
  /** SQL condition of a row that is over its period. */
  isOld(before: string): RawBuilder<boolean>;
}

/** Returns a kind whose rows are deleted as they are. */
const ofRows = (name: RetentionKind['name'], what: string, { table, key, isOld }: Rows): RetentionKind => ({
  name,
  what,
  async count(db, before) {
    const query = sql<{
      count: number | string;
    }>`select count(*) as count from ${sql.table(table)} where ${isOld(before)}`;
    const [row] = (await query.execute(db)).rows;
    return Number(row?.count ?? 0);
  },
  async deleteBatch(db, before) {
    const old = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${isOld(before)} limit ${sql.lit(BATCH)}`;
    const deletion = sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${old}) and ${isOld(before)}`;
    return Number((await deletion.execute(db)).numAffectedRows ?? 0);
  },
});

const rows: readonly RetentionKind[] = [
  ofRows('messages', 'texts, emails and pushes', {
    table: 'messages',
    key: 'id',
    isOld: (before) => sql`state <> 'queued' and created_at < ${before}`,
  }),
  ofRows('support', 'requests for support', {
    table: 'support_requests',
    key: 'id',
    isOld: (before) => sql`created_at < ${before}`,
  }),
  ofRows('signUps', 'interest sign-ups', {
    table: 'interest_sign_ups',
    key: 'email',
    isOld: (before) => sql`created_at < ${before}`,
  }),
  ofRows('requests', 'requests to the hospital that are done, with replies', {
    table: 'requests',
    key: 'id',
    isOld: (before) => sql`status = 'done' and done_at < ${before}`,
  }),
  ofRows('surveys', 'notes of which survey was sent', {
    table: 'survey_receipts',
    key: 'receipt_id',
    isOld: (before) => sql`delivered_at < ${before}`,
  }),
];

/** Accounts, staff excepted, that were not used, and to which nothing was added, since `before`. */
const idle = (db: Db, before: string) =>
  db
    .selectFrom('users')
    .where('role_type', '!=', STAFF)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', before)
    .where(({ and, or, eb }) =>
      and(
        (['last_login_at', 'pin_entered_at', 'scanned_at'] as const).map((column) =>
          or([eb(column, 'is', null), eb(column, '<', before)]),
        ),
      ),
    )
    .where(
      sql<boolean>`not exists (select 1 from events where user_id = users.id and created_at >= ${before})
        and not exists (select 1 from results where user_id = users.id and results_at >= ${before})
        and not exists (select 1 from care_plans where user_id = users.id and created_at >= ${before})
        and not exists (select 1 from notifications where user_id = users.id and created_at >= ${before})
        and not exists (select 1 from requests where (user_id = users.id or author_id = users.id) and created_at >= ${before})
        and not exists (select 1 from sessions where user_id = users.id and idle_at >= ${before})`,
    );

const CARE_TABLES = [
  'events',
  'results',
  'care_plans',
  'notifications',
  'record_items',
  'fhir_files',
  'fhir_resources',
] as const;

const withCare = (db: Db, before: string) =>
  idle(db, before).where(
    sql<boolean>`(${sql.join(
      CARE_TABLES.map((table) => sql`exists (select 1 from ${sql.table(table)} where user_id = users.id)`),
      sql` or `,
    )})`,
  );

/** Registrations that came to nothing: never validated, or denied. */
const failed = (db: Db, before: string) =>
  db
    .selectFrom('users')
    .where('role_type', '!=', STAFF)
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('email_validated', '=', 0), eb('created_at', '<', before)]),
        and([eb('hospital_status_id', '=', HOSPITAL_STATUS.DENIED), eb('updated_at', '<', before)]),
      ]),
    );

type Accounts = (db: Db, before: string) => ReturnType<typeof idle>;

/** Selects accounts, and does `work` for each in its own transaction, unless it was used meanwhile. */
async function forEachAccount(
  db: Db,
  before: string,
  accounts: Accounts,
  work: (trx: Trx, user: UserRow) => Promise<void>,
): Promise<number> {
  const found = await accounts(db, before).select('id').limit(ACCOUNTS).execute();
  let count = 0;
  for (const { id } of found) {
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, id);
      const user = await accounts(trx, before).selectAll().where('id', '=', id).executeTakeFirst();
      if (!user) return;
      await work(trx, user);
      count += 1;
    });
  }
  return count;
}

const countAccounts = (accounts: Accounts) => async (db: Db, before: string) =>
  counted(
    await accounts(db, before)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  );

const eraseAccounts = (accounts: Accounts) => (db: Db, before: string) =>
  forEachAccount(db, before, accounts, async (trx, user) => {
    await eraseAccount(trx, user);
    await audit(trx, { action: 'ACCOUNT_ERASED', actor: null, subject: user.id, object: 'retention' });
  });

const ofAccounts: readonly RetentionKind[] = [
  {
    name: 'registrations',
    what: 'registrations that were never validated, or were denied',
    count: countAccounts(failed),
    deleteBatch: eraseAccounts(failed),
  },
  {
    name: 'accounts',
    what: 'unused accounts, with everything in them',
    count: countAccounts(idle),
    deleteBatch: eraseAccounts(idle),
  },
  {
    name: 'care',
    what: 'unused accounts with events, results or care plans, which go',
    count: countAccounts(withCare),
    deleteBatch: (db, before) =>
      forEachAccount(db, before, withCare, async (trx, { id }) => {
        for (const table of CARE_TABLES) await trx.deleteFrom(table).where('user_id', '=', id).execute();
        // Or the hospital's record would come again.
        await endLinks(trx, id);
      }),
  },
];

/** All kinds, whole accounts before what is in them. */
export const RETENTION_KINDS: readonly RetentionKind[] = [...ofAccounts, ...rows];

/** Returns the ISO time before which data that is kept for this many days is over its period. */
export const periodStart = (days: number): string => after(-days * DAY);
