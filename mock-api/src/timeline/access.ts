/** Access after a stay: it ends some time after the stay, and comes back with the next one. */
import { after, DAY } from '../common/clock.ts';
import { USER_STATUS_EXPIRED } from '../contract.ts';
import { type Db, inTransaction, type Trx } from '../db/schema.ts';
import { recheckSessions } from '../repositories/accounts/sessions.ts';
import { ACTIVE_STATUS, lockUser, updateUser } from '../repositories/accounts/users.ts';
import { audit } from '../repositories/audit.ts';
import { clearAccessEnded, listAccessDue, markAccessEnded } from '../repositories/desk/access.ts';

/**
 * Ends the access of patients whose last stay has been over for so many days, and signs their apps out.
 * @param userId limits it to one patient
 */
export async function endAccessAfterStays(db: Db, days: number, userId?: string): Promise<void> {
  const moment = after(-days * DAY);
  for (const id of await listAccessDue(db, moment, userId))
    await inTransaction(db, async (trx) => {
      await lockUser(trx, id);
      if ((await listAccessDue(trx, moment, id)).length === 0) return;
      await updateUser(trx, id, { status_id: USER_STATUS_EXPIRED });
      await markAccessEnded(trx, id);
      await audit(trx, { action: 'STAFF_CHANGED', actor: null, subject: id, object: 'trial-expired', objectId: id });
      await recheckSessions(trx, id);
    });
}

/** Gives access again that ended because a stay was over. What staff have ended stays ended. */
export async function restoreAccess(trx: Trx, userId: string): Promise<void> {
  if (await clearAccessEnded(trx, userId)) await updateUser(trx, userId, { status_id: ACTIVE_STATUS });
}
