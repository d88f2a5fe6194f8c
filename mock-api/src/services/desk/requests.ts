/** The desk's work on requests of patients and supporters. */

import { recordChanges, requestChange } from '../../changes/changes.ts';
import type { Locale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { DeskRequest } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { lockUser } from '../../repositories/accounts/users.ts';
import { findRequest, insertReply, markDone, markSeen, type RequestRow } from '../../repositories/care/requests.ts';
import { describeRequest } from '../care/requests.ts';
import type { Services } from '../context.ts';
import type { StaffLog, StaffObject } from './log.ts';

export function toDeskRequest(row: RequestRow, locale: Locale): DeskRequest {
  return { ...describeRequest(row, locale), patient: { id: row.user_id, name: row.patientName } };
}

/** @throws Problem NOT_FOUND */
async function updateRequest(
  { db }: Services,
  log: StaffLog,
  { id, object, locale }: { id: string; object: StaffObject; locale: Locale },
  work: (trx: Trx) => Promise<void>,
): Promise<DeskRequest> {
  return db.transaction().execute(async (trx) => {
    const found = await findRequest(trx, id);
    if (!found) throw new Problem('NOT_FOUND');
    await lockUser(trx, found.user_id);
    await work(trx);
    await recordChanges(trx, [requestChange(found)]);
    const subjects = [found.user_id, found.author_id];
    await log(trx, { action: 'STAFF_CHANGED', object, subjects, objectId: id });
    return toDeskRequest((await findRequest(trx, id)) ?? found, locale);
  });
}

/** Marks a request as read. */
export const markRequestSeen = (services: Services, log: StaffLog, id: string, locale: Locale) =>
  updateRequest(services, log, { id, object: 'request-seen', locale }, (trx) => markSeen(trx, id));

/** Marks a request as done. */
export const finishRequest = (services: Services, log: StaffLog, id: string, locale: Locale) =>
  updateRequest(services, log, { id, object: 'request-done', locale }, (trx) => markDone(trx, id));

/** Replies to a request, and marks it as read. */
export const replyTo = (
  services: Services,
  log: StaffLog,
  { id, authorId, text, locale }: { id: string; authorId: string; text: string; locale: Locale },
) =>
  updateRequest(services, log, { id, object: 'request-replied', locale }, async (trx) => {
    await insertReply(trx, id, authorId, text);
    await markSeen(trx, id);
  });
