/** Erasure of surveys: of a person whose account is erased, and of all that have been kept for long enough. */
import type { Kysely } from 'kysely';
import { after, DAY, now } from '../common/clock.ts';
import type { SurveyErasure, SurveyPayload } from '../contract.ts';
import { hashEmail, TOKEN_LIFETIME } from '../security/survey-token.ts';
import type { RecorderTables } from './tables.ts';

/** Rows read or deleted at a time. */
const PAGE = 500;

/**
 * Removes everything that leads to a person. The receipts stay, so that none of these surveys can be stored again.
 * @param keyHashes of the surveys
 */
export async function anonymise(db: Kysely<RecorderTables>, keyHashes: readonly string[]): Promise<void> {
  if (keyHashes.length === 0) return;
  const nothing = { answers: null, person: null, event: null };
  await db.updateTable('receipts').set(nothing).where('key_hash', 'in', keyHashes).execute();
}

/** Returns the name by which an erased account's email is listed among the hashes of accounts. */
const byEmail = (email: string): string => `email:${email}`;

/**
 * Returns whether a survey is of an erased account: its token's, or the one with its email if it has no token.
 * @param person hash of the token's account
 */
export async function isOfErased(
  db: Kysely<RecorderTables>,
  person: string | null | undefined,
  { Email }: SurveyPayload,
): Promise<boolean> {
  const row = await db
    .selectFrom('erased_people')
    .select('person')
    .where('person', '=', person ?? byEmail(hashEmail(Email)))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the surveys with this email among those that came without an account. */
async function findByEmail(db: Kysely<RecorderTables>, email: string): Promise<string[]> {
  const found: string[] = [];
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('receipts')
      .select(['key_hash', 'answers'])
      .where('person', 'is', null)
      .where('answers', 'is not', null)
      .where('key_hash', '>', last)
      .orderBy('key_hash')
      .limit(PAGE)
      .execute();
    for (const { key_hash: key, answers } of rows) {
      if (hashEmail((JSON.parse(answers ?? '') as SurveyPayload).Email) === email) found.push(key);
    }
    if (rows.length < PAGE) return found;
    last = rows.at(-1)?.key_hash ?? '';
  }
}

/**
 * Erases a person's surveys: those of their account, those with these receipts and, of those without an account, those
 * with their email. Surveys with a token of the account are refused from now on, and those without one by their email.
 * @returns how many surveys are erased
 */
export async function erasePerson(
  db: Kysely<RecorderTables>,
  { person, receipts, email }: SurveyErasure,
): Promise<number> {
  const until = after(TOKEN_LIFETIME + DAY);
  await db
    .insertInto('erased_people')
    .values([person, ...(email === undefined ? [] : [byEmail(email)])].map((who) => ({ person: who, until })))
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ until }))
    .execute();
  const own = await db
    .selectFrom('receipts')
    .select('key_hash')
    .where(({ or, eb }) =>
      or([eb('person', '=', person), ...(receipts.length > 0 ? [eb('receipt_id', 'in', receipts)] : [])]),
    )
    .execute();
  const keys = [...own.map(({ key_hash: key }) => key), ...(email === undefined ? [] : await findByEmail(db, email))];
  for (let from = 0; from < keys.length; from += PAGE) await anonymise(db, keys.slice(from, from + PAGE));
  return keys.length;
}

const expired = (db: Kysely<RecorderTables>, days: number) =>
  db.selectFrom('receipts').where('claimed_at', '<', after(-days * DAY));

export async function countOldSurveys(db: Kysely<RecorderTables>, days: number): Promise<number> {
  const row = await expired(db, days)
    .select(({ fn }) => fn.countAll().as('old'))
    .executeTakeFirstOrThrow();
  return Number(row.old);
}

/**
 * Deletes surveys that are older than this many days, and what is no longer needed to refuse those of erased accounts.
 * Several processes may do it at the same time.
 * @param days undefined: surveys are kept
 * @returns how many surveys were deleted
 */
export async function deleteOldSurveys(db: Kysely<RecorderTables>, days: number | undefined): Promise<number> {
  await db.deleteFrom('erased_people').where('until', '<', now()).execute();
  let count = 0;
  for (;;) {
    const keys = days === undefined ? [] : await expired(db, days).select('key_hash').limit(PAGE).execute();
    if (keys.length === 0) return count;
    const { numDeletedRows } = await db
      .deleteFrom('receipts')
      .where(
        'key_hash',
        'in',
        keys.map(({ key_hash: key }) => key),
      )
      .executeTakeFirstOrThrow();
    count += Number(numDeletedRows);
  }
}
