/** Patients, as the desk finds them, and their wristbands. */
import { type ExpressionBuilder, sql } from 'kysely';
import { now } from '../../common/clock.ts';
import { searchPatterns } from '../../common/text/search-text.ts';
import {
  type DeskPatient,
  HOSPITAL_STATUS,
  type Identifiers,
  type PatientIdentifiers,
  USER_STATUS_EXPIRED,
} from '../../contract.ts';
import type { Db, Tables } from '../../db/schema.ts';
import { type WardLimit, wardList } from '../accounts/staff-roles.ts';
import { emailOf, fullName, PATIENT, speaksOf, type UserRow } from '../accounts/users.ts';
import type { PageOf } from './page.ts';

/** Column of each identifier. */
const COLUMNS = {
  dateOfBirth: 'date_of_birth',
  room: 'room',
  ward: 'ward',
  recordNumber: 'record_number',
  bandCode: 'band_code',
} as const satisfies Record<keyof PatientIdentifiers, keyof UserRow>;

const FIELDS = Object.keys(COLUMNS) as (keyof PatientIdentifiers)[];

export const identifiersOf = (row: UserRow): PatientIdentifiers => ({
  dateOfBirth: row[COLUMNS.dateOfBirth],
  room: row[COLUMNS.room],
  ward: row[COLUMNS.ward],
  recordNumber: row[COLUMNS.recordNumber],
  bandCode: row[COLUMNS.bandCode],
});

/** Returns the columns that a change of identifiers writes, trimmed; an absent identifier keeps its column. */
export const identifierColumns = (
  wanted: Identifiers,
): Partial<Pick<UserRow, (typeof COLUMNS)[keyof typeof COLUMNS]>> =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = wanted[field];
      return value === undefined ? [] : [[COLUMNS[field], value?.trim() || null]];
    }),
  );

export function toDeskPatient(row: UserRow): DeskPatient {
  const speaks = speaksOf(row);
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: fullName(row.first_name, row.last_name),
    email: emailOf(row),
    phoneNumber: row.phone_number,
    wristbandCode: row.wristband_code,
    isExpired: row.status_id === USER_STATUS_EXPIRED,
    createdAt: row.created_at,
    dateOfBirth: row.date_of_birth,
    room: row.room,
    ward: row.ward,
    ...(speaks && { speaks }),
  };
}

/** Patients whose accounts are in use. */
export const patients = (db: Db) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('role_type', '=', PATIENT)
    .where('hospital_status_id', '=', HOSPITAL_STATUS.APPROVED)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null);

/** Returns the names of those of these wards that patients are in. */
export async function listWards(db: Db, wards: WardLimit): Promise<string[]> {
  const rows = await patients(db)
    .clearSelect()
    .select('ward')
    .distinct()
    .where('ward', 'is not', null)
    .$if(wards !== null, (query) => query.where('ward', 'in', wardList(wards ?? [])))
    .execute();
  return rows.flatMap(({ ward }) => ward ?? []).sort();
}

export async function countPatientsIn(db: Db, ward: string): Promise<number> {
  const counted = patients(db).clearSelect().where('ward', '=', ward);
  const row = await counted.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(row.count);
}

export function findPatient(db: Db, id: string): Promise<UserRow | undefined> {
  return patients(db).where('id', '=', id).executeTakeFirst();
}

/** Returns the patient of a wristband that is valid, of the hospital's own band, or of a record number. */
export function findPatientByCode(db: Db, code: string): Promise<UserRow | undefined> {
  return patients(db)
    .where(({ eb, or }) =>
      or([eb('wristband_code', '=', code.toUpperCase()), eb('band_code', '=', code), eb('record_number', '=', code)]),
    )
    .executeTakeFirst();
}

/** Returns those of these patients who are in a ward, or in any, as far as these wards are open. */
export function patientsAmong(
  db: Db,
  ids: readonly string[],
  ward: string | undefined,
  wards: WardLimit,
): Promise<UserRow[]> {
  return patients(db)
    .where('id', 'in', ids)
    .$if(ward !== undefined, (query) => query.where('ward', '=', String(ward)))
    .$if(wards !== null, (query) => query.where('ward', 'in', wardList(wards ?? [])))
    .execute();
}

function isAfter(row: ExpressionBuilder<Tables, 'users'>, { search_text, id }: UserRow) {
  return row(row.refTuple('search_text', 'id'), '>', row.tuple(search_text, id));
}

/**
 * Returns one page of the patients of these wards whose names, code, date of birth or room contain every word of the
 * search, sorted by last name.
 */
export async function listPatients(
  db: Db,
  { search, wards }: { search: string; wards: WardLimit },
  { after, limit }: PageOf,
): Promise<UserRow[]> {
  const last = after === undefined ? undefined : await findPatient(db, after);
  if (after !== undefined && !last) return [];
  const words = searchPatterns(search);
  return patients(db)
    .where((row) => row.and(words.map((word) => sql<boolean>`${row.ref('search_text')} like ${word} escape '\\'`)))
    .$if(wards !== null, (query) => query.where('ward', 'in', wardList(wards ?? [])))
    .$if(last !== undefined, (query) => query.where((row) => isAfter(row, last as UserRow)))
    .orderBy('search_text')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns those of these patients of whom another patient has the same or a similar name. */
async function similarlyNamed(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const namesake = db
    .selectFrom('users as namesake')
    .select('namesake.id')
    .whereRef('namesake.id', '=', sql.ref('other.user_id'))
    .where('namesake.role_type', '=', PATIENT)
    .where('namesake.hospital_status_id', '=', HOSPITAL_STATUS.APPROVED)
    .where('namesake.deleted_at', 'is', null)
    .where('namesake.disabled_at', 'is', null);
  // Joined with the keys, SQLite would start from all patients.
  const sharedKeys = db
    .selectFrom('name_keys as own')
    .innerJoin('name_keys as other', 'other.key', 'own.key')
    .select('own.key')
    .whereRef('own.user_id', '=', sql.ref('users.id'))
    .whereRef('other.user_id', '!=', sql.ref('users.id'))
    .where(({ exists }) => exists(namesake));
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where(({ exists }) => exists(sharedKeys))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns patients as the desk lists them, with a warning where another patient has the same or a similar name. */
export async function withNamesakes<Item extends { id: string }>(
  db: Db,
  items: readonly Item[],
): Promise<(Item & { hasSimilarName?: true })[]> {
  const similar = await similarlyNamed(
    db,
    items.map(({ id }) => id),
  );
  return items.map((item) => ({ ...item, ...(similar.has(item.id) && { hasSimilarName: true as const }) }));
}

/** Returns whether a wristband with this code was ever issued. */
export async function isKnownCode(db: Db, code: string): Promise<boolean> {
  const row = await db.selectFrom('wristbands').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}

/** Voids every wristband of this user. */
export async function voidWristbands(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('wristbands')
    .set({ voided_at: now() })
    .where('user_id', '=', userId)
    .where('voided_at', 'is', null)
    .execute();
}

export async function insertWristband(db: Db, userId: string, code: string): Promise<void> {
  await db.insertInto('wristbands').values({ code, user_id: userId, issued_at: now(), voided_at: null }).execute();
}
