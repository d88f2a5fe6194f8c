/** Plain-language texts about reports, as the desk sees them. */
import type { ResultBody } from '../../common/documents.ts';
import { localized } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { DeskExplanation, ExplanationState } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { PageOf } from './page.ts';

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

const nameOf = (first: string | null, last: string | null) => `${first ?? ''} ${last ?? ''}`.trim();

function toExplanation(row: Row, locale: Locale): DeskExplanation {
  return {
    id: row.id,
    patient: {
      id: row.user_id,
      name: nameOf(row.first_name, row.last_name),
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
    decidedBy: row.staff_last === null ? null : nameOf(row.staff_first, row.staff_last),
    decidedAt: row.decided_at,
  };
}

/** Returns one page of the explanations in a state, the oldest first. */
export async function listExplanations(
  db: Db,
  { state, after, limit, locale }: PageOf & { state: ExplanationState; locale: Locale },
): Promise<DeskExplanation[]> {
  const last = after === undefined ? undefined : await findExplanation(db, after, locale);
  if (after !== undefined && !last) return [];
  const rows = await explanations(db)
    .where('explanations.state', '=', state)
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
