/** Links of accounts to their records in the hospital's own systems, and which process reads which record. */
import { type Selectable, sql } from 'kysely';
import { after, now, SECOND } from '../../common/clock.ts';
import { claimFirst } from '../../common/polling-job.ts';
import { HOSPITAL_STATUS, USER_STATUS_EXPIRED } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { FhirLinksTable } from '../../db/tables/record-tables.ts';
import { PATIENT } from '../accounts/users.ts';
import type { RecordOf } from './resources.ts';

/** Source of everything that comes from the hospital's FHIR server. */
export const SERVER = 'server';

export type LinkRow = Selectable<FhirLinksTable>;

/** A process that died is replaced after this time, in milliseconds. */
const LEASE = 4 * SECOND;
/** Links that are added at a time. */
const MAX_ADDED = 200;

/** Another process reads this record now, or the link has changed: whatever was read is discarded. */
export class LeaseLostError extends Error {
  constructor() {
    super('another process reads this record');
    this.name = 'LeaseLostError';
  }
}

const links = (db: Db) => db.selectFrom('fhir_links').where('source', '=', SERVER);

const updateLink = (db: Db, userId: string) =>
  db.updateTable('fhir_links').where('user_id', '=', userId).where('source', '=', SERVER);

/** Selects a link while the process that claimed it still holds it. */
const ofHolder = (db: Db, { user_id: userId, lease_holder: holder }: LinkRow) =>
  updateLink(db, userId).where('lease_holder', '=', holder);

export const findLinkOf = (db: Db, { userId, source }: RecordOf): Promise<LinkRow | undefined> =>
  db.selectFrom('fhir_links').selectAll().where('user_id', '=', userId).where('source', '=', source).executeTakeFirst();

/**
 * Returns the link, in use, of a patient of a source, also where a merge has given it to another account
 * (`feed/<id of the retired one>`).
 */
export const findLinkByPatient = (db: Db, source: string, patientKey: string): Promise<LinkRow | undefined> =>
  db
    .selectFrom('fhir_links')
    .selectAll('fhir_links')
    .innerJoin('users', 'users.id', 'fhir_links.user_id')
    .where(({ or, eb }) => or([eb('source', '=', source), eb('source', 'like', `${source}/%`)]))
    .where('patient_id', '=', patientKey)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();

/** Returns an account's link to the server. */
export const findLink = (db: Db, userId: string): Promise<LinkRow | undefined> =>
  findLinkOf(db, { userId, source: SERVER });

/** Returns the user whose record is that of a patient of the server. */
export async function linkedUser(db: Db, patientKey: string): Promise<string | undefined> {
  const found = await links(db)
    .select('user_id')
    .where('patient_id', '=', patientKey)
    .where('state', '=', 'linked')
    .executeTakeFirst();
  return found?.user_id;
}

/** Adds a link, to be looked for at once, for patients with a wristband who have none. */
export async function addMissingLinks(db: Db): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('wristband_code', 'is not', null)
    .where('role_type', '=', PATIENT)
    .where('hospital_status_id', '=', HOSPITAL_STATUS.APPROVED)
    .where('status_id', '<>', USER_STATUS_EXPIRED)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fhir_links')
            .select('fhir_links.user_id')
            .whereRef('fhir_links.user_id', '=', 'users.id')
            .where('fhir_links.source', '=', SERVER),
        ),
      ),
    )
    .limit(MAX_ADDED)
    .execute();
  for (const { id } of found) await addLink(db, id);
}

/** Adds a link that is to be looked for; an existing one stays as it is. */
export async function addLink(db: Db, userId: string): Promise<void> {
  const time = now();
  await db
    .insertInto('fhir_links')
    .values({
      user_id: userId,
      source: SERVER,
      patient_id: '',
      linked_at: time,
      checked_at: '',
      state: 'none',
      next_at: time,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doNothing())
    .execute();
}

/** Requests that a link is read at once, unless the desk has ended it. */
export async function requestReading(db: Db, userId: string): Promise<void> {
  await updateLink(db, userId).set({ requested_at: now() }).where('state', '<>', 'ended').execute();
}

/** Claims a link that is due, so that no other process reads it. Returns undefined if none is. */
export const claimDue = (db: Db, holder: string): Promise<LinkRow | undefined> =>
  claimFirst(
    () =>
      links(db)
        .select('user_id')
        .where('state', '<>', 'ended')
        .where(({ or, eb }) => or([eb('requested_at', 'is not', null), eb('next_at', '<=', now())]))
        .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<', now())]))
        .orderBy(sql`case when requested_at is null then 1 else 0 end`)
        .orderBy('next_at')
        .limit(1)
        .execute(),
    (due) =>
      updateLink(db, due.user_id)
        .set({ lease_holder: holder, lease_until: after(LEASE), tried_at: now() })
        .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<', now())]))
        .returningAll()
        .executeTakeFirst(),
  );

type Changes = Partial<Omit<LinkRow, 'user_id' | 'source'>>;

/**
 * Changes a link that this process has claimed, and extends the claim.
 * @throws LeaseLostError
 */
export async function updateClaimed(trx: Db | Trx, link: LinkRow, changes: Changes = {}): Promise<void> {
  const updated = await ofHolder(trx, link)
    .set({ lease_until: after(LEASE), ...changes })
    .where('state', '=', link.state)
    .where('linked_at', '=', link.linked_at)
    .returning('user_id')
    .executeTakeFirst();
  if (!updated) throw new LeaseLostError();
  Object.assign(link, changes);
}

/** Ends a claim. A reading that was requested while this one ran is still due. */
export async function releaseClaim(db: Db, link: LinkRow, changes: Changes): Promise<void> {
  const { requested_at: requested } = link;
  await ofHolder(db, link)
    .set({ ...changes, lease_until: null, lease_holder: null })
    .set(({ ref, eb }) => ({
      requested_at:
        requested === null
          ? ref('requested_at')
          : sql<
              string | null
            >`case when ${eb('requested_at', '=', requested)} then null else ${ref('requested_at')} end`,
    }))
    .execute();
}

/** Extends a claim while the server is waited for. */
export async function extendClaim(db: Db, link: LinkRow): Promise<void> {
  await ofHolder(db, link)
    .set({ lease_until: after(LEASE) })
    .execute();
}

/** Releases a claim unchanged, as when this process stops. */
export async function abandonClaim(db: Db, link: LinkRow): Promise<void> {
  await ofHolder(db, link).set({ lease_until: null, lease_holder: null }).execute();
}

/** Forgets whose record an account has, in every source; it is never linked again automatically. */
export async function endLinks(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('fhir_links').where('user_id', '=', userId).where('source', '<>', SERVER).execute();
  const nothing = {
    patient_id: '',
    checked_at: '',
    marks: '{}',
    accepted: '[]',
    lease_holder: null,
    lease_until: null,
  };
  await updateLink(trx, userId)
    .set({ state: 'ended', ...nothing })
    .execute();
}

/** Returns whether a patient of the server has this record already in another account. */
export async function isLinkedElsewhere(db: Db, patientKey: string, userId: string): Promise<boolean> {
  const other = await linkedUser(db, patientKey);
  return other !== undefined && other !== userId;
}

/** Requests that the record is read at once into which the hospital has merged another account's. */
export const requestMergedReading = (trx: Trx, patientKey: string) =>
  trx
    .updateTable('fhir_links')
    .set({ requested_at: now() })
    .where('source', '=', SERVER)
    .where('patient_id', '=', patientKey)
    .where('state', '=', 'linked')
    .execute();

/** Returns a held link of another account whose patient the hospital has merged into this one. */
export const findLinkMergedInto = (db: Db, patientKey: string, userId: string): Promise<LinkRow | undefined> =>
  links(db)
    .selectAll()
    .where('merged_into', '=', patientKey)
    .where('state', '=', 'held')
    .where('user_id', '<>', userId)
    .executeTakeFirst();

export const listLinks = (db: Db, userId: string): Promise<LinkRow[]> =>
  db.selectFrom('fhir_links').selectAll().where('user_id', '=', userId).execute();

/** Notes when a record was read; adds a missing link. */
export async function touchLink(trx: Trx, { userId, source }: RecordOf, patientKey: string, at: string): Promise<void> {
  await trx
    .insertInto('fhir_links')
    .values({ user_id: userId, source, patient_id: patientKey, linked_at: at, checked_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet({ checked_at: at }))
    .execute();
}

/** Changes the key of the patient of a link. */
export async function renameLink(trx: Trx, { userId, source }: RecordOf, patientKey: string): Promise<void> {
  await trx
    .updateTable('fhir_links')
    .set({ patient_id: patientKey })
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .execute();
}

/** Adds or replaces an account's link to the server. */
export async function putLink(
  trx: Trx,
  userId: string,
  link: Changes & Pick<LinkRow, 'patient_id' | 'linked_at' | 'checked_at'>,
): Promise<void> {
  await trx
    .insertInto('fhir_links')
    .values({ user_id: userId, source: SERVER, ...link })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(link))
    .execute();
}
