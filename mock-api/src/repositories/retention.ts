/** Which rows and accounts are over a retention period, and their deletion. */
import { type RawBuilder, sql } from 'kysely';
import { HOSPITAL_STATUS } from '../contract.ts';
import type { Db, Tables, Trx } from '../db/schema.ts';
import { STAFF, type UserRow } from './accounts/users.ts';

interface Rows {
  table: keyof Tables;
  key: string;
  /** SQL condition of a row that is over its period. */
  isOld(before: string): RawBuilder<boolean>;
}

const rowsOf = (table: keyof Tables, isOld: Rows['isOld'], key = 'id'): Rows => ({ table, key, isOld });

/** Rows that are deleted as they are. */
export const OLD_ROWS = {
  messages: rowsOf('messages', (before) => sql`state <> 'queued' and created_at < ${before}`),
  support: rowsOf('support_requests', (before) => sql`created_at < ${before}`),
  signUps: rowsOf('interest_sign_ups', (before) => sql`created_at < ${before}`, 'email'),
  requests: rowsOf('requests', (before) => sql`status = 'done' and done_at < ${before}`),
  feed: rowsOf('feed_message', (before) => sql`state <> 'received' and received_at < ${before}`),
  surveys: rowsOf('survey_receipts', (before) => sql`delivered_at < ${before}`, 'receipt_id'),
};

/** @param before ISO time: what is older is over its period */
export async function countOldRows(db: Db, name: keyof typeof OLD_ROWS, before: string): Promise<number> {
  const { table, isOld } = OLD_ROWS[name];
  const query = sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(table)} where ${isOld(before)}`;
  return Number((await query.execute(db)).rows[0]?.count ?? 0);
}

/** Deletes at most `most` rows. Returns how many. */
export async function deleteOldRows(
  db: Db,
  name: keyof typeof OLD_ROWS,
  before: string,
  most: number,
): Promise<number> {
  const { table, key, isOld } = OLD_ROWS[name];
  const old = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${isOld(before)} limit ${sql.lit(most)}`;
  const deletion = sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${old}) and ${isOld(before)}`;
  return Number((await deletion.execute(db)).numAffectedRows ?? 0);
}

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
  'medication_checks',
  'day_plans',
  'rounds_questions',
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

/** Registrations whose email was never validated, or that were denied. */
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

const ACCOUNTS = { idle, withCare, failed };
export type OldAccounts = keyof typeof ACCOUNTS;

export async function countOldAccounts(db: Db, which: OldAccounts, before: string): Promise<number> {
  const { count } = await ACCOUNTS[which](db, before)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the ids of at most `most` accounts. */
export async function listOldAccounts(db: Db, which: OldAccounts, before: string, most: number): Promise<string[]> {
  return (await ACCOUNTS[which](db, before).select('id').limit(most).execute()).map(({ id }) => id);
}

/** Returns an account, unless it was used meanwhile. */
export const findOldAccount = (
  trx: Trx,
  which: OldAccounts,
  before: string,
  id: string,
): Promise<UserRow | undefined> => ACCOUNTS[which](trx, before).selectAll().where('id', '=', id).executeTakeFirst();

/** Deletes an account's care content, and its record from the hospital. */
export async function deleteCare(trx: Trx, userId: string): Promise<void> {
  for (const table of CARE_TABLES) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}
