/**
 * Patterns of opened pages that the privacy officer may want to ask about, read from the audit log: one query for each.
 * An entry is the audit entry of one view, so it keeps its place when more pages are opened.
 */
import { sql } from 'kysely';
import { after, DAY } from '../../common/clock.ts';
import type { DeskPattern, ViewPattern } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { fullName } from '../accounts/users.ts';
import type { PageOf } from './page.ts';

/** How far back the log is read, in milliseconds. */
const READ_FOR = 30 * DAY;
/** Pages of different patients in a clock hour that are still a busy round. One more is listed. */
export const BUSY_ROUND = 40;

/** Letters of a timestamp that name its day or its hour (UTC). */
const LETTERS = { day: 10, hour: 13 } as const;

/** Views of patients' pages by staff, without their own. `nth` counts those of a patient within a day or hour. */
const viewsBy = (db: Db, period: keyof typeof LETTERS) =>
  db
    .selectFrom('audit')
    .innerJoin('users as staff', 'staff.id', 'audit.actor_id')
    .innerJoin('users as patient', 'patient.id', 'audit.subject_id')
    .select(['audit.id', 'audit.at', 'staff.id as staffId', 'patient.id as patientId'])
    .select(['staff.first_name as staffFirst', 'staff.last_name as staffLast'])
    .select(['patient.first_name as patientFirst', 'patient.last_name as patientLast'])
    .select(
      sql<number>`row_number() over (
        partition by staff.id, patient.id, substr(audit.at, 1, ${sql.lit(LETTERS[period])}) order by audit.at, audit.id
      )`.as('nth'),
    )
    // Literals: a partial index is not used for parameters.
    .where('audit.action', '=', sql.lit('STAFF_VIEWED' as const))
    .where('audit.object', '=', sql.lit('patient'))
    .where('audit.at', '>=', after(-READ_FOR))
    .whereRef('staff.id', '!=', 'patient.id');

/** `search_text` begins with the family name in the form in which names are compared. */
const HAVE_SAME_NAME = sql<boolean>`staff.last_name <> '' and length(staff.last_name) = length(patient.last_name)
  and substr(staff.search_text, 1, length(staff.last_name) + 1)
    = substr(patient.search_text, 1, length(staff.last_name) + 1)`;

const IS_COLLEAGUE = sql<boolean>`(patient.role_type = 'staff' or exists (
  select 1 from users as colleague where colleague.role_type = 'staff' and (
    colleague.phone_digits <> '' and colleague.phone_digits in (patient.phone_digits, patient.proven_digits)
    or lower(patient.contact_email) in (lower(colleague.email), lower(colleague.contact_email))
    or lower(patient.email) = lower(colleague.contact_email))))`;

const NAMES = ['staffFirst', 'staffLast', 'patientFirst', 'patientLast'] as const;
const VIEW = ['id', 'at', 'staffId', 'patientId', ...NAMES] as const;

const firstOfDay = (db: Db, condition: ReturnType<typeof sql<boolean>>) =>
  db
    .selectFrom(viewsBy(db, 'day').where(condition).as('view'))
    .select(VIEW)
    .select(sql<number | null>`null`.as('patients'))
    .where('nth', '=', 1)
    .as('found');

/** Of each clock hour, the view with which there were more patients than in a busy round. */
function firstOfMany(db: Db) {
  const hour = sql`partition by "staffId", substr(at, 1, ${sql.lit(LETTERS.hour)})`;
  const patients = db
    .selectFrom(viewsBy(db, 'hour').as('view'))
    .select(VIEW)
    .select(sql<number>`row_number() over (${hour} order by at, id)`.as('place'))
    .select(sql<number | null>`count(*) over (${hour})`.as('patients'))
    .where('nth', '=', 1);
  return db
    .selectFrom(patients.as('view'))
    .select([...VIEW, 'patients'])
    .where('place', '=', BUSY_ROUND + 1)
    .as('found');
}

const QUERIES = {
  colleague: (db: Db) => firstOfDay(db, IS_COLLEAGUE),
  many: firstOfMany,
  'same-name': (db: Db) => firstOfDay(db, HAVE_SAME_NAME),
};
const PATTERNS = Object.keys(QUERIES) as ViewPattern[];

/** An entry's id is the pattern and the id of the audit entry. */
const idOf = (pattern: ViewPattern, id: string) => `${pattern}.${id}`;

async function placeOf(db: Db, entry: string) {
  const pattern = PATTERNS.find((name) => entry.startsWith(idOf(name, '')));
  if (!pattern) return undefined;
  const id = entry.slice(idOf(pattern, '').length);
  const row = await db.selectFrom('audit').select('at').where('id', '=', id).executeTakeFirst();
  return row && { pattern, id, at: row.at };
}

type Place = NonNullable<Awaited<ReturnType<typeof placeOf>>>;

async function entriesOf(db: Db, pattern: ViewPattern, last: Place | undefined, limit: number | undefined) {
  // A view may be in several patterns, which then follow each other by name.
  const sign = last && pattern > last.pattern ? '<=' : '<';
  const rows = await db
    .selectFrom(QUERIES[pattern](db))
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where((row) => row(row.refTuple('at', 'id'), sign, row.tuple(last?.at ?? '', last?.id ?? ''))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map((row) => ({ ...row, pattern }));
}

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

function compare(one: Entry, other: Entry): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.id !== other.id) return one.id < other.id ? 1 : -1;
  return one.pattern < other.pattern ? -1 : 1;
}

/** Returns the openings with a reason of these staff, for the views that they were for. */
async function openingsFor(db: Db, entries: readonly Entry[]) {
  const oldest = entries.at(-1);
  if (!oldest) return [];
  return db
    .selectFrom('desk_openings')
    .select(['staff_id', 'user_id', 'reason', 'note', 'opened_at', 'ends_at'])
    .where('staff_id', 'in', [...new Set(entries.map(({ staffId }) => staffId))])
    .where('ends_at', '>', oldest.at)
    .orderBy('opened_at', 'desc')
    .execute();
}

/** Returns opened pages that are worth a look, the newest first. @param page undefined: all of the last 30 days */
export async function listPatterns(db: Db, page?: PageOf): Promise<DeskPattern[]> {
  const last = page?.after === undefined ? undefined : await placeOf(db, page.after);
  if (page?.after !== undefined && !last) return [];
  const found: Entry[] = [];
  for (const pattern of PATTERNS) found.push(...(await entriesOf(db, pattern, last, page?.limit)));
  const entries = found.toSorted(compare).slice(0, page?.limit);
  const openings = await openingsFor(db, entries);
  return entries.map(({ id, at, pattern, patients, ...view }) => {
    const isMany = pattern === 'many';
    const opening = openings.find(
      (one) =>
        one.staff_id === view.staffId && one.user_id === view.patientId && one.opened_at <= at && at < one.ends_at,
    );
    return {
      id: idOf(pattern, id),
      at,
      pattern,
      staff: { id: view.staffId, name: fullName(view.staffFirst, view.staffLast) },
      patient: isMany ? null : { id: view.patientId, name: fullName(view.patientFirst, view.patientLast) },
      patients: patients === null ? null : Number(patients),
      opening: isMany || !opening ? null : { reason: opening.reason, note: opening.note },
    };
  });
}
