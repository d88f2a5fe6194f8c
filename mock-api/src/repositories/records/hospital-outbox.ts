/** Requests and surveys for the hospital's FHIR server: stored with what causes it, claimed by one process at a time. */
import type { Selectable } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import { claimFirst } from '../../common/polling-job.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { HospitalOutboxTable } from '../../db/tables/delivery-tables.ts';
import type { RequestsTable } from '../../db/tables/desk-tables.ts';
import { fullName } from '../accounts/users.ts';
import { SERVER } from './links.ts';

export interface OutgoingRequest extends Pick<Selectable<RequestsTable>, 'kind' | 'level' | 'text' | 'created_at'> {
  /** Language of the author. */
  locale: string;
  /** Name of the supporter who sent it; '' if their account is erased, null if the patient sent it. */
  supporter: string | null;
}

export type OutboxRow = Selectable<HospitalOutboxTable>;

/** A claimed row without a result is tried again after this time, in milliseconds. */
const CLAIM = 2 * MINUTE;

/**
 * Adds what was sent about a patient, as part of `trx`. Adds nothing for someone without a record in the server.
 * @param userId the patient's account
 */
export async function queueForHospital(
  trx: Trx,
  userId: string,
  { kind, about }: Pick<OutboxRow, 'kind' | 'about'>,
): Promise<void> {
  const link = await findServerLink(trx, userId);
  if (link?.state !== 'linked') return;
  const time = now();
  await trx
    .insertInto('hospital_outbox')
    .values({ kind, about, user_id: userId, attempts: 0, next_attempt_at: time, created_at: time })
    .onConflict((conflict) => conflict.columns(['kind', 'about']).doNothing())
    .execute();
}

/** Returns the link of a user's account to the server, unless the account is disabled. */
export const findServerLink = (db: Db, userId: string) =>
  db
    .selectFrom('fhir_links')
    .innerJoin('users', 'users.id', 'fhir_links.user_id')
    .select(['fhir_links.patient_id', 'fhir_links.state'])
    .where('fhir_links.user_id', '=', userId)
    .where('fhir_links.source', '=', SERVER)
    .where('users.disabled_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/** Returns a request about a patient, with the sender's name as the desk sees it; undefined if it no longer exists. */
export async function readRequest(db: Db, userId: string, id: string): Promise<OutgoingRequest | undefined> {
  const found = await db
    .selectFrom('requests')
    .innerJoin('users as author', 'author.id', 'requests.author_id')
    .select(['requests.kind', 'requests.level', 'requests.text', 'requests.created_at', 'requests.author_id'])
    .select(['author.first_name', 'author.last_name', 'author.locale'])
    .where('requests.id', '=', id)
    .where('requests.user_id', '=', userId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { author_id: author, first_name: first, last_name: last, ...request } = found;
  return { ...request, supporter: author === userId ? null : fullName(first, last) };
}

/** Claims the row that has been due for longest. Returns undefined if none is due. */
export const claimNext = (db: Db): Promise<OutboxRow | undefined> =>
  claimFirst(
    () =>
      db
        .selectFrom('hospital_outbox')
        .selectAll()
        .where('next_attempt_at', '<=', now())
        .orderBy('next_attempt_at')
        .limit(1)
        .execute(),
    (due) =>
      ofRow(db.updateTable('hospital_outbox'), due)
        .set({ attempts: due.attempts + 1, next_attempt_at: after(CLAIM) })
        .where('next_attempt_at', '=', due.next_attempt_at)
        .returningAll()
        .executeTakeFirst(),
  );

const ofRow = <Query extends { where(column: 'kind' | 'about', is: '=', value: string): Query }>(
  query: Query,
  { kind, about }: Pick<OutboxRow, 'kind' | 'about'>,
): Query => query.where('kind', '=', kind).where('about', '=', about);

/** @param delay in milliseconds */
export async function retryLater(db: Db, row: OutboxRow, delay: number): Promise<void> {
  await ofRow(db.updateTable('hospital_outbox'), row)
    .set({ next_attempt_at: after(delay) })
    .execute();
}

export async function removeRow(db: Db, row: OutboxRow): Promise<void> {
  await ofRow(db.deleteFrom('hospital_outbox'), row).execute();
}
