/**
 * How support ends: the patient or the desk removes a supporter, a supporter leaves, an invited person declines, an
 * invitation is withdrawn. It takes effect with the next request; both sides see why.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { type MessageKey, translateAll } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { EVENT_TYPE } from '../../contract.ts';
import type { Db, SupporterRow, Trx } from '../../db/schema.ts';
import { findUser, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { contentId } from '../../repositories/care/content.ts';
import { eventsOfProfile } from '../../repositories/care/events.ts';
import { recordShare } from '../../repositories/changes.ts';
import { deleteQueuedNotifications } from '../../repositories/messages/messages.ts';
import {
  accountsThatAnswered,
  findPendingEntry,
  hasPendingAnswer,
  insertEndedSupport,
  listEndedSupports,
  unbindSupporter,
} from '../../repositories/sharing/invitations.ts';
import {
  findEntry,
  listEntries,
  removeEntry,
  removeSharedProfile,
  sharedEntry,
  sharedProfile,
} from '../../repositories/sharing/supporters.ts';
import { addContent, removeEvents } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from '../desk/log.ts';
import {
  endAsks,
  type InviteState,
  inviteKey,
  removeAsk,
  requestKey,
  showInvite,
  takeBackRequest,
} from './invite-state.ts';
import { supportingKey } from './supporters.ts';

/** How support ended, as the audit log names it. */
type SupportEnding = Extract<InviteState, 'declined' | 'left' | 'removed' | 'withdrawn' | 'removed-by-staff'>;

interface EndingWords {
  /** `VIEWED`: the supporter did it themselves, so that nothing is new. */
  status: 'NOT_VIEWED' | 'VIEWED';
  content: MessageKey;
  more?: MessageKey;
}

/** What the supporter reads. */
const ENDING_WORDS: Readonly<Partial<Record<SupportEnding, EndingWords>>> = {
  removed: {
    status: 'NOT_VIEWED',
    content: 'event.supportEnded.removed',
    more: 'event.supportEnded.removedMore',
  },
  withdrawn: {
    status: 'NOT_VIEWED',
    content: 'event.supportEnded.withdrawn',
    more: 'event.supportEnded.withdrawnMore',
  },
  'removed-by-staff': {
    status: 'NOT_VIEWED',
    content: 'event.supportEnded.byStaff',
    more: 'event.supportEnded.byStaffMore',
  },
  left: { status: 'VIEWED', content: 'event.supportEnded.left' },
};

const endedKey = (supporterId: string) => `support-ended-${supporterId}`;

/** Tells a supporter, or an invited person with an account, how it ended. */
async function notifySupporter(trx: Trx, entry: SupporterRow, supporter: string, how: SupportEnding): Promise<void> {
  const said = ENDING_WORDS[how];
  const patient = said && (await findUser(trx, entry.user_id));
  if (!patient) return;
  const name = `${patient.first_name} ${patient.last_name}`.trim();
  await addContent(trx, supporter, {
    events: [
      {
        key: endedKey(entry.id),
        profileId: OWN_PROFILE,
        type: EVENT_TYPE.SUPPORTER,
        status: said.status,
        name: translateAll('event.supportEnded.name', { name }),
        content: translateAll(said.content, { name }),
        ...(said.more && { content2: translateAll(said.more, { name }) }),
      },
    ],
  });
}

/**
 * Removes from a supporter's account everything about a patient but the profile, which keeps its number, and the
 * notifications about the patient that are still to be sent.
 */
export async function hideFromAccount(
  trx: Trx,
  { id, user_id: patient }: SupporterRow,
  supporter: string,
): Promise<void> {
  const profileId = await sharedProfile(trx, supporter, id);
  const known = [requestKey(id), supportingKey(id)].map((key) => contentId(supporter, key));
  const others = profileId === undefined ? [] : await eventsOfProfile(trx, supporter, profileId);
  await removeEvents(trx, supporter, [...known, ...others]);
  await deleteQueuedNotifications(trx, supporter, patient);
}

/** Removes a patient's profile from a supporter's account, too. */
async function removeFromAccount(trx: Trx, entry: SupporterRow, supporter: string): Promise<void> {
  await hideFromAccount(trx, entry, supporter);
  await removeSharedProfile(trx, supporter, entry.id);
}

/**
 * Ends everything that a patient shares: removes their profile from the accounts of their supporters, with the events
 * that name the patient, and notifies open apps.
 */
export async function endShares(trx: Trx, userId: string): Promise<void> {
  const entries = await listEntries(trx, userId);
  for (const entry of entries) {
    await endAsks(trx, entry);
    if (entry.supporter_user_id === null) continue;
    // Must run while the profile exists, which says whose account it is in.
    await recordShare(trx, entry.id);
    await removeFromAccount(trx, entry, entry.supporter_user_id);
  }
}

/** Locks the two people of an entry, and returns it as it is then. */
async function lockEntry(trx: Trx, find: () => Promise<SupporterRow | undefined>): Promise<SupporterRow> {
  const before = await find();
  if (!before) throw new ProblemError('NOT_FOUND');
  await lockUsers(
    trx,
    [before.user_id, before.supporter_user_id].filter((id) => id !== null),
  );
  const entry = await find();
  if (!entry) throw new ProblemError('NOT_FOUND');
  return entry;
}

/** Ends an entry of which both people are locked. */
async function endEntry(trx: Trx, entry: SupporterRow, how: SupportEnding): Promise<void> {
  const { id, user_id: patient, supporter_user_id: supporter } = entry;
  const waiting = entry.status === 'PENDING' ? await accountsThatAnswered(trx, id) : [];
  const accounts = new Set([...waiting, ...(supporter === null ? [] : [supporter])]);
  for (const account of accounts) await insertEndedSupport(trx, entry, account, await sharedProfile(trx, account, id));
  await showInvite(trx, id, how);
  await endAsks(trx, entry);
  for (const account of accounts) {
    await removeFromAccount(trx, entry, account);
    await notifySupporter(trx, entry, account, how);
  }
  await removeEntry(trx, patient, id);
}

const auditEnding = (trx: Trx, { id, user_id: subject }: SupporterRow, actor: string, how: SupportEnding) =>
  audit(trx, { action: 'SUPPORT_ENDED', actor, subject, object: how, objectId: id });

/**
 * Removes a supporter of a patient, or withdraws an invitation.
 * @throws ProblemError NOT_FOUND if the patient has no such supporter
 */
export async function removeSupporter(db: Db, patientId: string, supporterId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, () => findEntry(trx, patientId, supporterId));
    const how = entry.status === 'PENDING' ? 'withdrawn' : 'removed';
    await endEntry(trx, entry, how);
    await auditEnding(trx, entry, patientId, how);
  });
}

/**
 * Removes a supporter of a patient at the desk, or an invitation. Both see it in their log.
 * @throws ProblemError NOT_FOUND if the patient has no such supporter
 */
export async function removeSupporterAtDesk(
  { db }: Pick<Services, 'db'>,
  log: StaffLog,
  patientId: string,
  supporterId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, () => findEntry(trx, patientId, supporterId));
    await endEntry(trx, entry, 'removed-by-staff');
    const subjects = [patientId, entry.supporter_user_id].filter((id) => id !== null);
    await log(trx, { action: 'STAFF_CHANGED', object: 'supporter-removed', subjects, objectId: supporterId });
  });
}

/**
 * Ends a user's support of the patient whom a profile shows.
 * @throws ProblemError NOT_FOUND if no patient shares this profile with the user
 */
export async function leaveProfile(db: Db, userId: string, profileId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, () => sharedEntry(trx, userId, profileId));
    await endEntry(trx, entry, 'left');
    await auditEnding(trx, entry, userId, 'left');
  });
}

/**
 * Declines the request of a patient as the account that has it. The invitation ends, unless another account has
 * answered its link and is under review.
 */
export async function declineInvitation(trx: Trx, user: UserRow, supporterId: string): Promise<void> {
  const pending = await findPendingEntry(trx, supporterId);
  if (pending) await removeAsk(trx, pending.user_id, supporterId, user.id);
  if (pending?.supporter_user_id !== user.id) return takeBackRequest(trx, user.id, supporterId);
  const entry = await lockEntry(trx, () => findPendingEntry(trx, supporterId));
  await auditEnding(trx, entry, user.id, 'declined');
  if (!(await hasPendingAnswer(trx, supporterId, user.id))) return endEntry(trx, entry, 'declined');
  await unbindSupporter(trx, supporterId);
  await takeBackRequest(trx, user.id, supporterId);
}

/** Returns the people whose timelines name a user whose support, or supporter, has ended. */
export async function namedByEnded(trx: Trx, userId: string): Promise<string[]> {
  return (await listEndedSupports(trx, userId)).map(({ user_id, patient_id }) =>
    user_id === userId ? patient_id : user_id,
  );
}

/** Removes the events about ended support that name a user, before the account is erased. */
export async function eraseEnded(trx: Trx, userId: string): Promise<void> {
  for (const { supporter_id: id, patient_id: patient, user_id: supporter } of await listEndedSupports(trx, userId)) {
    if (patient === userId) await removeEvents(trx, supporter, [contentId(supporter, endedKey(id))]);
    else await removeEvents(trx, patient, [contentId(patient, inviteKey(id))]);
  }
}
