/**
 * Explanations of reports: one for each report that arrived final or corrected after the record was linked, from the
 * hospital's own service to the desk. A report that says something else has no explanation until a new one is approved.
 */
import { toLocale } from '../../common/i18n.ts';
import type { Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { listReports, queueReport, removeReport } from '../../repositories/records/explanations.ts';
import type { Resource } from '../fhir/datatypes.ts';
import type { ProjectedRow } from '../project.ts';
import { reportText, withoutIdentity } from './report-text.ts';

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
  const existing = await listReports(trx, user.id, source);
  const outdated = existing.filter(({ result_id: result, report }) => wanted.get(result)?.report !== report);
  for (const { id } of outdated) await removeReport(trx, id);
  if (!isAsked) return;
  const had = new Set(outdated.map(({ result_id: result }) => result));
  const current = new Set(existing.map(({ result_id: result }) => result).filter((result) => !had.has(result)));
  for (const [result, { report, isNew }] of wanted)
    if (!current.has(result) && (isNew || had.has(result)))
      await queueReport(trx, { result_id: result, user_id: user.id, language, report });
}
