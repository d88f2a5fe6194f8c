/** Plain-language texts about reports: asked of the hospital's service, then decided by the desk. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import { localized, type ResultBody } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import { claimFirst } from '../../common/polling-job.ts';
import type { DeskExplanation, ExplanationState } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { ExplanationsTable } from '../../db/tables/record-tables.ts';
import { type WardLimit, wardList } from '../accounts/staff-roles.ts';
import { fullName } from '../accounts/users.ts';
import type { PageOf } from '../desk/page.ts';

export type ExplanationRow = Selectable<ExplanationsTable>;

const STATES = ['waiting', 'approved', 'refused'] as const;

const explanations = (db: Db) =>
  db
    .selectFrom('explanations')
    .innerJoin('results', 'results.id', 'explanations.result_id')
    .innerJoin('users', 'users.id', 'explanations.user_id')
    .leftJoin('users as staff', 'staff.id', 'explanations.decided_by')
    .select(['explanations.id', 'explanations.report', 'explanations.text', 'explanations.language'])
    .select(['explanations.state', 'explanations.created_at', 'explanations.decided_at', 'explanations.user_id'])
    .select(['results.id as result_id', 'results.document', 'results.results_at'])
    .select(['users.first_name', 'users.last_name', 'users.date_of_birth', 'users.room'])
    .select(['staff.first_name as staff_first', 'staff.last_name as staff_last'])
    .where('explanations.state', 'in', STATES)
    .where('users.deleted_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof explanations>['execute']>>[number];

function toExplanation(row: Row, locale: Locale): DeskExplanation {
  return {
    id: row.id,
    patient: {
      id: row.user_id,
      name: fullName(row.first_name, row.last_name),
      dateOfBirth: row.date_of_birth,
      room: row.room,
    },
    result: {
      id: row.result_id,
      name: localized((JSON.parse(row.document) as ResultBody).name, locale),
      resultsAt: row.results_at,
    },
    report: row.report,
    text: row.text ?? '',
    language: row.language,
    // `asked` and `failed` are not selected.
    state: row.state as ExplanationState,
    createdAt: row.created_at,
    decidedBy: row.staff_last === null ? null : fullName(row.staff_first, row.staff_last),
    decidedAt: row.decided_at,
  };
}

/** Returns one page of the explanations in a state for patients of these wards, the oldest first. */
export async function listExplanations(
  db: Db,
  { state, after, limit, locale, wards }: PageOf & { state: ExplanationState; locale: Locale; wards: WardLimit },
): Promise<DeskExplanation[]> {
  const last = after === undefined ? undefined : await findExplanation(db, after, locale);
  if (after !== undefined && !last) return [];
  const rows = await explanations(db)
    .where('explanations.state', '=', state)
    .$if(wards !== null, (query) => query.where('users.ward', 'in', wardList(wards ?? [])))
    .$if(last !== undefined, (query) =>
      query.where((row) =>
        row(
          row.refTuple('explanations.created_at', 'explanations.id'),
          '>',
          row.tuple(last?.createdAt ?? '', last?.id ?? ''),
        ),
      ),
    )
    .orderBy('explanations.created_at')
    .orderBy('explanations.id')
    .limit(limit)
    .execute();
  return rows.map((row) => toExplanation(row, locale));
}

export async function findExplanation(db: Db, id: string, locale: Locale): Promise<DeskExplanation | undefined> {
  const row = await explanations(db).where('explanations.id', '=', id).executeTakeFirst();
  return row && toExplanation(row, locale);
}

/** Stores what staff decided. Returns whose explanation it was; undefined if it no longer waits. */
export const storeDecision = (
  trx: Trx,
  id: string,
  decision: Pick<ExplanationRow, 'state' | 'decided_by'> & { text?: string },
): Promise<Pick<ExplanationRow, 'user_id' | 'result_id'> | undefined> =>
  trx
    .updateTable('explanations')
    .set({ ...decision, decided_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['user_id', 'result_id'])
    .executeTakeFirst();

/** Returns the reports of a record that were sent to be explained. */
export const listReports = (
  trx: Trx,
  userId: string,
  source: string,
): Promise<Pick<ExplanationRow, 'id' | 'result_id' | 'report'>[]> =>
  trx
    .selectFrom('explanations')
    .innerJoin('results', 'results.id', 'explanations.result_id')
    .select(['explanations.id', 'result_id', 'report'])
    .where('explanations.user_id', '=', userId)
    .where('results.source', '=', source)
    .execute();

export async function removeReport(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('explanations').where('id', '=', id).execute();
}

/** Queues a report to be sent for explanation. */
export async function queueReport(
  trx: Trx,
  report: Pick<ExplanationRow, 'result_id' | 'user_id' | 'language' | 'report'>,
): Promise<void> {
  const time = now();
  const undecided = { state: 'asked', text: null, decided_by: null, decided_at: null } as const;
  await trx
    .insertInto('explanations')
    .values({ id: randomUUID(), ...report, ...undecided, attempts: 0, next_attempt_at: time, created_at: time })
    .execute();
}

/** A claimed report without an answer is sent again after this time, in milliseconds. */
const CLAIM = 2 * MINUTE;

/** Claims the report that has been due for longest. Returns undefined if none is due. */
export const claimReport = (db: Db): Promise<ExplanationRow | undefined> =>
  claimFirst(
    () =>
      db
        .selectFrom('explanations')
        .select(['id', 'attempts', 'next_attempt_at'])
        .where('state', '=', 'asked')
        .where('next_attempt_at', '<=', now())
        .orderBy('next_attempt_at')
        .limit(1)
        .execute(),
    ({ id, attempts, next_attempt_at: dueAt }) =>
      db
        .updateTable('explanations')
        .set({ attempts: attempts + 1, next_attempt_at: after(CLAIM) })
        .where('id', '=', id)
        .where('next_attempt_at', '=', dueAt)
        .returningAll()
        .executeTakeFirst(),
  );

/** Stores the service's answer, or when to ask again. A report that was corrected meanwhile has another row. */
export async function settleReport(
  db: Db,
  { id }: Pick<ExplanationRow, 'id'>,
  result: Pick<ExplanationRow, 'state' | 'text'> | { next_attempt_at: string },
): Promise<void> {
  await db.updateTable('explanations').set(result).where('id', '=', id).where('state', '=', 'asked').execute();
}
