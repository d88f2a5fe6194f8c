/** Surveys that users have sent to the recorder, as reported by their phone. */

import { mayReadEvent } from '../../access/record-access.ts';
import { now } from '../../common/clock.ts';
import type { SurveyDelivered } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { lockUser } from '../../repositories/accounts/users.ts';
import { audit, hasReceipt } from '../../repositories/audit.ts';
import { insertReceipt } from '../../repositories/care/survey-receipts.ts';

/** Returns when it was sent, according to the phone but never in the future, in one format that sorts by time. */
const sentAt = (time: string | undefined) =>
  time === undefined || new Date(time) > new Date() ? now() : new Date(time).toISOString();

/** Stores a receipt, and records it in the access log; the same receipt counts once. */
export async function reportReceipt(db: Db, userId: string, delivered: SurveyDelivered): Promise<void> {
  const { survey, receiptId, about, deliveredAt, replaces } = delivered;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    if (await hasReceipt(trx, userId, receiptId)) return;
    await audit(trx, {
      action: 'SURVEY_DELIVERED',
      actor: userId,
      subject: userId,
      object: survey,
      objectId: receiptId,
    });
    // An event that no longer exists (the demo was restarted) cannot be opened and answered again.
    if (about === undefined || !(await mayReadEvent(trx, userId, about))) return;
    await insertReceipt(trx, {
      user_id: userId,
      receipt_id: receiptId,
      event_id: about,
      survey,
      delivered_at: sentAt(deliveredAt),
      replaces: replaces ?? null,
    });
  });
}
