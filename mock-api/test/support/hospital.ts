/** Database rows at a hospital's scale: 500 accounts under review, 5,000 patients and 2,000 requests. */
import type { Insertable } from 'kysely';
import { searchText } from '../../src/common/text/search-text.ts';
import { nameKeys } from '../../src/common/text/similar-names.ts';
import type { Db } from '../../src/db/schema.ts';
import type { RequestsTable } from '../../src/db/tables/desk-tables.ts';
import type { NewUser } from '../../src/repositories/accounts/users.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';

const FIRST = ['Zoë', 'Jean-François', 'Amélie', 'Noor', 'Wei', 'Ólafur', 'Mary', 'Anh', 'Björn', 'Leïla'];
const LAST = ['Côté', 'Tremblay', 'O’Brien', 'Nguyễn', 'Smith', 'García', 'Łukasik', 'Bélanger', 'Singh', 'Müller'];
const CHUNK = 250;

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';

function person(index: number, isPatient: boolean): NewUser {
  const names = { first_name: pick(FIRST, index), last_name: `${pick(LAST, Math.floor(index / 10))}${index % 7}` };
  const code = isPatient ? `ER${String(50_000_000 + index)}` : null;
  return {
    ...newUser({ ...names, id: `person-${index}`, email: `person${index}@example.net`, created_at: at(index) }),
    wristband_code: code,
    search_text: searchText({ ...names, wristband_code: code }),
    password_hash: isPatient ? null : 'none',
    hospital_status_id: isPatient ? 1 : 2,
    email_validated: 1,
  };
}

/** One question by each of the first patients. */
function request(index: number): Insertable<RequestsTable> {
  const patient = `person-${500 + index}`;
  const status = (['sent', 'seen', 'done'] as const)[index % 3] ?? 'sent';
  const values = { about: null, text: `Request ${index}`, seen_at: null, done_at: null, profile_id: 1 };
  const of = { id: `request-${index}`, user_id: patient, author_id: patient };
  return { ...values, ...of, kind: 'question', status, created_at: at(index) };
}

const chunksOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => rows.slice(index * CHUNK, (index + 1) * CHUNK));

/** Inserts the rows into a database, in addition to its contents. */
export async function fillHospital(db: Db): Promise<void> {
  const people = Array.from({ length: 5_500 }, (_, index) => person(index, index >= 500));
  for (const chunk of chunksOf(people)) await db.insertInto('users').values(chunk).execute();
  const keys = people.flatMap(({ id, first_name, last_name }) =>
    nameKeys(first_name, last_name).map((key) => ({ key, user_id: id })),
  );
  for (const chunk of chunksOf(keys)) await db.insertInto('name_keys').values(chunk).execute();
  const requests = Array.from({ length: 2_000 }, (_, index) => request(index));
  for (const chunk of chunksOf(requests)) await db.insertInto('requests').values(chunk).execute();
}
