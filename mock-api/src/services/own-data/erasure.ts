/**
 * Erasure of an account: everything stored about a person is deleted, except the log, the codes of void wristbands,
 * and what they asked about other patients, which is part of those patients' records.
 */
import { randomUUID } from 'node:crypto';
import { type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { plain } from '../../common/text/search-text.ts';
import type { Trx } from '../../db/schema.ts';
import {
  deleteUser,
  detachFromPerson,
  eraseByAddress,
  eraseMessages,
  requestsAbout,
  sharers,
} from '../../repositories/accounts/erasure.ts';
import { endAllSessions, type Session } from '../../repositories/accounts/sessions.ts';
import { clearThrottle } from '../../repositories/accounts/throttles.ts';
import { findAnyUser, isStaff, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { contentId } from '../../repositories/care/content.ts';
import { recordChanges, recordShare, requestChange } from '../../repositories/changes.ts';
import { mergesInto } from '../../repositories/feed/merges.ts';
import { listHeldInvitations } from '../../repositories/sharing/invitations.ts';
import { entriesOfSupporter, removeEntriesOfSupporter } from '../../repositories/sharing/supporters.ts';
import { removeEvents } from '../../timeline/timeline.ts';
import { insertNobody } from '../accounts/accounts.ts';
import { accountKey } from '../accounts/login-throttle.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from '../desk/log.ts';
import { patientOf } from '../desk/patients.ts';
import { replyKey } from '../desk/requests.ts';
import { endShares, eraseEnded, namedByEnded } from '../sharing/ending.ts';
import { releaseHeld } from '../sharing/invitations.ts';
import { endAsks, inviteKey } from '../sharing/invite-state.ts';
import { requireConfirmed } from './confirmation.ts';
import { queueSurveyErasure } from './survey-erasures.ts';

async function eraseAsSupporter(trx: Trx, userId: string): Promise<void> {
  const supported = await entriesOfSupporter(trx, userId);
  for (const entry of supported) {
    const { id, user_id: patient } = entry;
    await endAsks(trx, entry);
    await removeEvents(trx, patient, [contentId(patient, inviteKey(id))]);
    await recordShare(trx, id);
  }
  await removeEntriesOfSupporter(trx, userId);
}

/** Removes the requests about a patient from the desk, and the hospital's replies from supporters' timelines. */
async function announceRequests(trx: Trx, userId: string): Promise<void> {
  const about = await requestsAbout(trx, userId);
  for (const { id, author_id: author } of about) {
    if (author !== userId) await removeEvents(trx, author, [contentId(author, replyKey(id))]);
  }
  await recordChanges(trx, about.map(requestChange));
}

/**
 * Moves what also belongs to others to an account without a person: all wristband codes, and requests about other
 * patients.
 */
async function moveToNobody(trx: Trx, userId: string): Promise<void> {
  const id = randomUUID();
  await insertNobody(trx, id);
  await detachFromPerson(trx, userId, id);
}

/** Locks a person and everyone whose data an erasure changes, in one order, so that two erasures cannot deadlock. */
async function lockWithOthers(trx: Trx, userId: string): Promise<void> {
  const held = await listHeldInvitations(trx, userId);
  const patients = held.map(({ patient_id: patient }) => patient);
  await lockUsers(trx, [userId, ...(await sharers(trx, userId)), ...patients, ...(await namedByEnded(trx, userId))]);
}

/**
 * Erases a patient's or supporter's account, as part of `trx`. The caller writes the audit log, and refuses staff:
 * others still read their replies. The survey recorder follows after the commit.
 */
export async function eraseAccount(trx: Trx, user: UserRow): Promise<void> {
  const { id } = user;
  await lockWithOthers(trx, id);
  await queueSurveyErasure(trx, user);
  await eraseMessages(trx, user);
  await endAllSessions(trx, id);
  await announceRequests(trx, id);
  await endShares(trx, id);
  await releaseHeld(trx, id);
  await eraseAsSupporter(trx, id);
  await eraseEnded(trx, id);
  await eraseByAddress(trx, user);
  await clearThrottle(trx, accountKey(user.email));
  await moveToNobody(trx, id);
  await eraseRetired(trx, id);
  await deleteUser(trx, id);
}

/** Erases the records that were joined with a patient's: they are the same person's, whom nobody else can ask for it. */
async function eraseRetired(trx: Trx, id: string): Promise<void> {
  for (const { retired_id: retiredId } of await mergesInto(trx, id)) {
    const retired = await findAnyUser(trx, retiredId);
    if (!retired) continue;
    await eraseAccount(trx, retired);
    await audit(trx, { action: 'ACCOUNT_ERASED', actor: null, subject: retiredId, object: 'account' });
  }
}

/**
 * Erases the account of the session's user, whose sessions end.
 * @throws ProblemError CONFIRMATION_REQUIRED or STAFF_ACCOUNT
 */
export async function eraseOwnAccount({ db, surveyErasures }: Services, session: Session): Promise<void> {
  const { user } = session;
  if (isStaff(user)) throw new ProblemError('STAFF_ACCOUNT');
  requireConfirmed(session);
  await db.transaction().execute(async (trx) => {
    await eraseAccount(trx, user);
    await audit(trx, { action: 'ACCOUNT_ERASED', actor: user.id, subject: user.id, object: 'account' });
  });
  surveyErasures.kick();
}

/**
 * Erases a patient's account at their request.
 * @param name the patient's name, as staff have typed it: case, accents and spaces don't matter
 * @throws ProblemError NOT_FOUND, or VALIDATION if it is another name
 */
export async function erasePatient(
  { db, surveyErasures }: Services,
  log: StaffLog,
  { id, name, locale }: { id: string; name: string; locale: Locale },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const patient = await patientOf(trx, id);
    if (plain(name) !== plain(`${patient.first_name} ${patient.last_name}`))
      throw new ProblemError('VALIDATION', { fields: { name: translate(locale, 'field.name.other') } });
    await eraseAccount(trx, patient);
    await log(trx, { action: 'STAFF_CHANGED', object: 'account-erased', subjects: [id], objectId: id });
  });
  surveyErasures.kick();
}
