/**
 * "Tell me when she's back": a supporter asks while a step takes the patient elsewhere, and is notified once, when staff
 * say so or by the next event of the stay. Permissions count when it is sent, not when it is asked.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { localTime, timeOfLocal } from 'shared-ui/contract/zone';
import { awaySpanOf, isNow } from '../../access/away.ts';
import { OPENS } from '../../access/permissions.ts';
import { resolveRecord } from '../../access/record-access.ts';
import { DAY } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Notification, SupporterPermissions } from '../../contract.ts';
import type { Db, SupporterRow, Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { eventsAbout, listNotifications, removeNextSteps } from '../../repositories/care/content.ts';
import { recordChanges, returnChange } from '../../repositories/changes.ts';
import { findPatient } from '../../repositories/desk/patients.ts';
import { askForNotice, endWaiting, listWaiting, removeNotice } from '../../repositories/sharing/return-notices.ts';
import { sharedEntry } from '../../repositories/sharing/supporters.ts';
import { endUrgentEvents } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from '../desk/log.ts';
import { patientOf } from '../desk/patients.ts';

type Zone = Services['config']['timeZone'];

/** Returns the step that has begun to take a patient elsewhere. */
async function stepAway(db: Db, patient: UserRow): Promise<Notification | undefined> {
  const steps = await listNotifications(db, patient.id, 'en');
  const next = steps.find(({ kind, profileId }) => kind === 'next-step' && profileId === OWN_PROFILE);
  const span = next && awaySpanOf(next, patient);
  return span && isNow(span) ? next : undefined;
}

/** Returns the end of the day that it is where the hospital is. */
function endOfDay(zone: Zone): string {
  const tomorrow = new Date(Date.parse(localTime(Date.now(), zone).slice(0, 10)) + DAY).toISOString().slice(0, 10);
  return new Date(timeOfLocal(`${tomorrow}T00:00`, zone)).toISOString();
}

/** @throws ProblemError NOT_FOUND for a profile that no patient shares, NOT_SHARED without status updates */
async function entryOf(trx: Trx, user: UserRow, profileId: number): Promise<SupporterRow> {
  await resolveRecord(trx, user, profileId, ['status']);
  const entry = await sharedEntry(trx, user.id, profileId);
  if (!entry) throw new ProblemError('NOT_FOUND');
  return entry;
}

/** Records that a supporter asked or took it back, for the two of them and staff. */
async function record(
  trx: Trx,
  action: 'RETURN_ASKED' | 'RETURN_WITHDRAWN',
  actor: string,
  { id, user_id: subject }: SupporterRow,
): Promise<void> {
  await audit(trx, { action, actor, subject, object: 'return-notice', objectId: id });
  await recordChanges(trx, [returnChange(subject), { ...returnChange(subject), audience: 'staff' }]);
}

/**
 * Has a supporter notified, today, when the patient of this profile is back; a second time changes nothing.
 * @throws ProblemError NOT_FOUND, NOT_SHARED, or NOT_AWAY if no step takes the patient elsewhere
 */
export async function askForReturn(db: Db, user: UserRow, profileId: number, zone: Zone): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entry = await entryOf(trx, user, profileId);
    const patient = await findPatient(trx, entry.user_id);
    if (!patient || !(await stepAway(trx, patient))) throw new ProblemError('NOT_AWAY');
    const asked = { supporterId: entry.id, patientId: entry.user_id, expiresAt: endOfDay(zone) };
    if (await askForNotice(trx, asked)) await record(trx, 'RETURN_ASKED', user.id, entry);
  });
}

/** Takes it back; a second time changes nothing. @throws ProblemError NOT_FOUND or NOT_SHARED */
export async function withdrawReturn(db: Db, user: UserRow, profileId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entry = await entryOf(trx, user, profileId);
    if (await removeNotice(trx, entry.id)) await record(trx, 'RETURN_WITHDRAWN', user.id, entry);
  });
}

/** Returns the names of those who wait for a patient's return and may still learn of it. */
export async function waitingFor(db: Db, patientId: string): Promise<string[]> {
  const waiting = await listWaiting(db, patientId);
  return waiting
    .filter(({ permissions }) => OPENS.status(JSON.parse(permissions) as SupporterPermissions))
    .map(({ name }) => name);
}

/**
 * Says that a patient is back: the step that took them away is over, and who waits is notified. A second time changes
 * nothing.
 * @throws ProblemError NOT_FOUND
 */
export async function patientIsBack({ db }: Services, log: StaffLog, patientId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const patient = await patientOf(trx, patientId);
    const over = (await stepAway(trx, patient)) ? await removeNextSteps(trx, patientId, OWN_PROFILE) : [];
    const isAwaited = await endWaiting(trx, patientId, 'back_at');
    // One change for both: a supporter who waits gets one notification.
    if (isAwaited || over.length > 0) await recordChanges(trx, [returnChange(patientId)]);
    await endUrgentEvents(trx, patientId, eventsAbout(over));
    await log(trx, { action: 'STAFF_CHANGED', object: 'patient-back', subjects: [patientId], objectId: patientId });
  });
}
