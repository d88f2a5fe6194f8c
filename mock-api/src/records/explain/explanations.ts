/**
 * Explanations of reports: one for each report that arrived final or corrected after the record was linked, from the
 * hospital's own service to the desk. A report that says something else has no explanation until a new one is approved.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import { toLocale } from '../../common/i18n.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { ExplanationsTable } from '../../db/tables/record-tables.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import type { Resource } from '../fhir/datatypes.ts';
import type { ProjectedRow } from '../project.ts';
import { reportText, withoutIdentity } from './report-text.ts';

export type ExplanationRow = Selectable<ExplanationsTable>;

interface Reports {
  user: UserRow;
  /** As the hospital's record has them. */
  patient: Resource | undefined;
  source: string;
  /** Only reports from then on are sent. */
  linkedAt: string;
  /** Whether there is a service to ask. */
  isAsked: boolean;
}

/**
 * Removes explanations of reports that now say something else, and asks for those that are missing. Part of the
 * transaction that writes the reports. What supporters never see is not sent.
 */
export async function renewExplanations(
  trx: Trx,
  projected: ReadonlyMap<string, ProjectedRow>,
  { user, patient, source, linkedAt, isAsked }: Reports,
): Promise<void> {
  const language = toLocale(user.locale);
  const wanted = new Map<string, { report: string; isNew: boolean }>();
  for (const { id, row, isWithheld } of projected.values()) {
    if (row.table !== 'results' || !row.isFinal || isWithheld) continue;
    const report = withoutIdentity(reportText(row.body, language), user, patient);
    if (report !== '') wanted.set(id, { report, isNew: row.resultsAt >= linkedAt });
  }
  const existing = await trx
    .selectFrom('explanations')
    .innerJoin('results', 'results.id', 'explanations.result_id')
    .select(['explanations.id', 'result_id', 'report'])
    .where('explanations.user_id', '=', user.id)
    .where('results.source', '=', source)
    .execute();
  const outdated = existing.filter(({ result_id: result, report }) => wanted.get(result)?.report !== report);
  for (const { id } of outdated) await trx.deleteFrom('explanations').where('id', '=', id).execute();
  if (!isAsked) return;
  const had = new Set(outdated.map(({ result_id: result }) => result));
  const current = new Set(existing.map(({ result_id: result }) => result).filter((result) => !had.has(result)));
  const time = now();
  for (const [result, { report, isNew }] of wanted)
    if (!current.has(result) && (isNew || had.has(result)))
      await trx
        .insertInto('explanations')
        .values({
          id: randomUUID(),
          result_id: result,
          user_id: user.id,
          language,
          report,
          state: 'asked',
          text: null,
          decided_by: null,
          decided_at: null,
          attempts: 0,
          next_attempt_at: time,
          created_at: time,
        })
        .execute();
}

/** A claimed report without an answer is sent again after this time, in milliseconds. */
const CLAIM = 2 * MINUTE;

/** Claims the report that has been due for longest. Returns undefined if none is due. */
export async function claimReport(db: Db): Promise<ExplanationRow | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('explanations')
      .select(['id', 'attempts', 'next_attempt_at'])
      .where('state', '=', 'asked')
      .where('next_attempt_at', '<=', now())
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const claimed = await db
      .updateTable('explanations')
      .set({ attempts: due.attempts + 1, next_attempt_at: after(CLAIM) })
      .where('id', '=', due.id)
      .where('next_attempt_at', '=', due.next_attempt_at)
      .returningAll()
      .executeTakeFirst();
    if (claimed) return claimed;
  }
}

/** Stores what came of asking. A report that was corrected meanwhile has another row. */
export async function settleReport(
  db: Db,
  { id }: Pick<ExplanationRow, 'id'>,
  result: Pick<ExplanationRow, 'state' | 'text'> | { next_attempt_at: string },
): Promise<void> {
  await db.updateTable('explanations').set(result).where('id', '=', id).where('state', '=', 'asked').execute();
}
