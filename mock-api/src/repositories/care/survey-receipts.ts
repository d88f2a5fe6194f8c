/** Surveys that users have sent about events: the receipts issued by the recorder. */
import type { SurveySent } from '../../contract.ts';
import type { Db, SurveyReceiptsTable } from '../../db/schema.ts';

/** Stores a receipt; the same one counts once. */
export async function insertReceipt(db: Db, receipt: SurveyReceiptsTable): Promise<void> {
  await db
    .insertInto('survey_receipts')
    .values(receipt)
    .onConflict((conflict) => conflict.columns(['user_id', 'receipt_id']).doNothing())
    .execute();
}

/** Returns what a user has sent and not corrected since: one survey per event, newest first. */
export async function listReceipts(db: Db, userId: string): Promise<SurveySent[]> {
  const rows = await db
    .selectFrom('survey_receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('delivered_at', 'desc')
    .orderBy('receipt_id')
    .execute();
  const corrected = new Set(rows.map(({ replaces }) => replaces));
  const newest = new Map<string, SurveySent>();
  for (const { event_id, survey, receipt_id, delivered_at } of rows) {
    if (corrected.has(receipt_id) || newest.has(event_id)) continue;
    newest.set(event_id, { about: event_id, survey, receiptId: receipt_id, deliveredAt: delivered_at });
  }
  return [...newest.values()];
}
