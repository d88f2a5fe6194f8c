/** The question of a day: who is asked, who has answered, and the counts of wards and months. */
import { type Selectable, sql } from 'kysely';
import { type DailyKind, type DailyQuestion, USER_STATUS_EXPIRED } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { DailyCountsTable, DailyQuestionsTable } from '../../db/tables/desk-tables.ts';
import type { UserRow } from '../accounts/users.ts';
import { patients } from '../desk/patients.ts';

export type AskedRow = Selectable<DailyQuestionsTable>;
export type CountRow = Selectable<DailyCountsTable>;

/** Stores that someone is asked. Returns false if they already were: another process was first. */
export async function insertAsked(db: Db, row: DailyQuestion & { userId: string; ward: string | null }) {
  const { userId: user_id, ...others } = row;
  const inserted = await db
    .insertInto('daily_questions')
    .values({ user_id, ...others })
    .onConflict((conflict) => conflict.columns(['date', 'kind', 'user_id']).doNothing())
    .returning('date')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const findAsked = (db: Db, userId: string, { date, kind }: DailyQuestion): Promise<AskedRow | undefined> =>
  db
    .selectFrom('daily_questions')
    .selectAll()
    .where('date', '=', date)
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/**
 * Stores that someone has answered, whatever the answer. Returns what was asked, or undefined if it is answered already or
 * was not asked.
 */
export const markAnswered = (db: Db, userId: string, { date, kind }: DailyQuestion): Promise<AskedRow | undefined> =>
  db
    .updateTable('daily_questions')
    .set({ answered: 1 })
    .where('date', '=', date)
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .where('answered', '=', 0)
    .returningAll()
    .executeTakeFirst();

/** Returns some of what was asked before a day. */
export const listAskedBefore = (db: Db, date: string, most: number): Promise<AskedRow[]> =>
  db.selectFrom('daily_questions').selectAll().where('date', '<', date).orderBy('date').limit(most).execute();

export async function deleteAsked(db: Db, { date, kind, user_id: userId }: AskedRow): Promise<void> {
  await db
    .deleteFrom('daily_questions')
    .where('date', '=', date)
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .execute();
}

/** Adds to the counts of a ward, if it is known, in a month. */
export async function addToCounts(
  db: Db,
  { date, kind, ward }: Pick<AskedRow, 'date' | 'kind' | 'ward'>,
  { asked = 0, answered = 0, worried = 0 }: Partial<Pick<CountRow, 'asked' | 'answered' | 'worried'>>,
): Promise<void> {
  await db
    .insertInto('daily_counts')
    .values({ month: date.slice(0, 7), ward: ward ?? '', kind, asked, answered, worried })
    .onConflict((conflict) =>
      conflict.columns(['month', 'ward', 'kind']).doUpdateSet(({ eb }) => ({
        asked: eb('daily_counts.asked', '+', asked),
        answered: eb('daily_counts.answered', '+', answered),
        worried: eb('daily_counts.worried', '+', worried),
      })),
    )
    .execute();
}

/** Returns the counts of months before one, the newest month first. */
export const listCounts = (db: Db, beforeMonth: string): Promise<CountRow[]> =>
  db
    .selectFrom('daily_counts')
    .selectAll()
    .where('month', '<', beforeMonth)
    .orderBy('month', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('ward')
    .execute();

/** What a concern is about that comes from the question of a day. */
export const DAILY_SUBJECT = 'daily-question';

export const subjectIdOf = ({ kind, date }: DailyQuestion) => `${kind}-${date}`;

/** A concern that staff have ended. */
interface Ended {
  kind: DailyKind;
  /** Of the question. */
  date: string;
  ward: string | null;
  createdAt: string;
  doneAt: string;
}

/** Returns the ended concerns that come from the question of a day, with the wards in which the patients are now. */
export async function listEnded(db: Db): Promise<Ended[]> {
  const rows = await db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .select(['requests.about', 'requests.created_at', 'requests.done_at', 'users.ward'])
    .where('requests.kind', '=', 'concern')
    .where('requests.status', '=', 'done')
    .where('requests.about', 'like', `%"${DAILY_SUBJECT}"%`)
    .execute();
  return rows.flatMap(({ about, ward, created_at: createdAt, done_at: doneAt }) => {
    const { id = '' } = JSON.parse(about ?? '{}') as { id?: string };
    const kind = id.startsWith('at-home') ? 'at-home' : 'worry';
    return doneAt === null ? [] : { kind, date: id.slice(kind.length + 1), ward, createdAt, doneAt };
  });
}

/** Those who are asked at a time of day: the patients of some wards, or of all except some. */
export interface Wards {
  only?: readonly string[];
  except?: readonly string[];
}

type Patient = Pick<UserRow, 'id' | 'ward'>;

/** Patients who were not asked yet, and whose trial is not over. */
const toAsk = (db: Db, { date, kind }: DailyQuestion, { only, except }: Wards) =>
  patients(db)
    .clearSelect()
    .select(['users.id', 'users.ward'])
    .where('users.status_id', '!=', USER_STATUS_EXPIRED)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('daily_questions')
            .select('daily_questions.user_id')
            .where('daily_questions.date', '=', date)
            .where('daily_questions.kind', '=', kind)
            .whereRef('daily_questions.user_id', '=', 'users.id'),
        ),
      ),
    )
    .$if(only !== undefined, (query) => query.where('users.ward', 'in', [...(only ?? [])]))
    .$if(except !== undefined && except.length > 0, (query) =>
      query.where(({ or, eb }) => or([eb('users.ward', 'is', null), eb('users.ward', 'not in', [...(except ?? [])])])),
    );

/** A column of a patient's newest stay, which counts; null without one. */
const newestStay = (column: 'state' | 'discharged_at') =>
  sql<string | null>`(select ${sql.ref(column)} from stays where user_id = users.id
    order by created_at desc, id desc limit 1)`;

/** Returns some of the patients with a stay (`toStay` has the rule), who are asked about their worries. */
export const listInStay = (db: Db, date: string, wards: Wards, most: number): Promise<Patient[]> =>
  toAsk(db, { date, kind: 'worry' }, wards)
    .where(({ or, and, eb }) =>
      or([
        eb(newestStay('state'), '=', 'admitted'),
        and([
          eb(newestStay('state'), 'is', null),
          or([eb('users.room', 'is not', null), eb('users.wristband_code', 'is not', null)]),
        ]),
      ]),
    )
    .limit(most)
    .execute();

/**
 * Returns some of the patients whose stay has ended, who are asked how they are.
 * @param from ISO time of the first discharge
 * @param before ISO time after the last one
 */
export const listAtHome = (
  db: Db,
  date: string,
  { from, before }: { from: string; before: string },
  wards: Wards,
  most: number,
): Promise<Patient[]> =>
  toAsk(db, { date, kind: 'at-home' }, wards)
    .where(newestStay('state'), '=', 'discharged')
    .where(newestStay('discharged_at'), '>=', from)
    .where(newestStay('discharged_at'), '<', before)
    .limit(most)
    .execute();
