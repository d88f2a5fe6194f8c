/**
 * Accepting an invitation. The link of the text message opens what is shared at once if the account has proven the
 * number that it was sent to. Any other account waits until the patient has seen its name and said yes.
 */
import type { Selectable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Ask, EventBody, Text } from '../../common/documents.ts';
import { type Locale, translateAll } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { EVENT_TYPE, type RequestAccepted, type RequestDeclined } from '../../contract.ts';
import type { Db, SupportersTable, Trx } from '../../db/schema.ts';
import {
  emailOf,
  findUser,
  hasProvenPhone,
  localeOf,
  lockUsers,
  type UserRow,
} from '../../repositories/accounts/users.ts';
import { contentId } from '../../repositories/care/content.ts';
import {
  type EventRow,
  eventsByKey,
  findEvent,
  nextMoment,
  toCareEvent,
  updateEvent,
} from '../../repositories/care/events.ts';
import { eventChange, recordChanges, renewedChanges } from '../../repositories/changes.ts';
import { wasMerged } from '../../repositories/feed/merges.ts';
import {
  bindSupporter,
  findPendingEntry,
  insertHeldInvitation,
  markLinksUsed,
  removePendingEntry,
} from '../../repositories/sharing/invitations.ts';
import { addContent } from '../../timeline/timeline.ts';
import { acceptWithin, declineWithin } from '../care/events.ts';
import { askKey, endAsks, inviteKey, removeAsk, requestKey, showInvite } from './invite-state.ts';
import { askSupporter, nameOf } from './supporters.ts';

/** An open invitation, the patient who sent it, and the account that accepts it; both users are locked. */
interface Match {
  invited: Selectable<SupportersTable>;
  patient: UserRow;
  user: UserRow;
  locale: Locale;
}

/** Holds an invitation for an account that has answered its link. */
export const hold = (trx: Trx, { id, user_id: patientId, created_at: invitedAt }: Match['invited'], userId: string) =>
  insertHeldInvitation(trx, { user_id: userId, supporter_id: id, patient_id: patientId, invited_at: invitedAt });

/** Returns the id of the request on an account's timeline, which is added if it has none. */
async function requestOf(trx: Trx, { invited, patient, user }: Match): Promise<string> {
  const id = contentId(user.id, requestKey(invited.id));
  const event = await findEvent(trx, user.id, id);
  if (!event) await askSupporter(trx, patient, user, invited.id);
  else if (event.accepted_at === null) await updateEvent(trx, user.id, id, { deleted_at: null });
  return id;
}

/** @throws ProblemError LINK_DEAD if another account already is */
async function becomeSupporter(trx: Trx, match: Match): Promise<RequestAccepted> {
  const { invited, user, locale } = match;
  if (!(await bindSupporter(trx, invited.id, user.id))) throw new ProblemError('LINK_DEAD');
  await markLinksUsed(trx, invited.id);
  await endAsks(trx, invited, user.id);
  return acceptWithin(trx, user, await requestOf(trx, match), locale);
}

/** Changes an account's request into an event that says how it went on. */
async function showRequest(
  trx: Trx,
  userId: string,
  id: string,
  change: Pick<EventRow, 'status'> & { content: Text; isOver?: boolean },
): Promise<EventRow> {
  const event = await findEvent(trx, userId, id);
  if (!event) throw new ProblemError('NOT_FOUND');
  const { content, status, isOver = false } = change;
  const body: EventBody = { ...(JSON.parse(event.document) as EventBody), content };
  if (isOver) body.acceptance = null;
  const renewed = isOver ? { deleted_at: null, created_at: await nextMoment(trx, userId) } : {};
  const values = { type: EVENT_TYPE.SUPPORTER, status, document: JSON.stringify(body), ...renewed };
  const changed = (await updateEvent(trx, userId, id, values)) ?? event;
  await recordChanges(trx, isOver ? renewedChanges(changed) : [eventChange('event.updated', changed)]);
  return changed;
}

/** Returns what the patient learns of an account: its name, and the domain of its email. */
function introduce(user: UserRow, invited: string) {
  const domain = emailOf(user)?.split('@')[1] ?? '–';
  return { name: nameOf(user), domain, invited };
}

/** What the patient is asked, and what the account reads meanwhile. */
const ASK_WORDS = {
  link: { ask: 'event.ask.link', waiting: 'event.request.waiting.link' },
  number: { ask: 'event.ask.number', waiting: 'event.request.waiting.number' },
  merge: { ask: 'event.ask.merge', waiting: 'event.request.waiting.merge' },
} as const;

/** Asks the patient once whether an account may accept. Until the answer, the account's own event says so. */
export async function askPatient(trx: Trx, match: Match, by: keyof typeof ASK_WORDS): Promise<RequestAccepted> {
  const { invited, patient, user, locale } = match;
  const removedId = await requestOf(trx, match);
  const key = askKey(invited.id, user.id);
  if (!(await findEvent(trx, patient.id, contentId(patient.id, key)))) {
    const words = introduce(user, invited.name);
    const ask = {
      key,
      profileId: 1,
      type: EVENT_TYPE.SUPPORTER_REQUEST,
      status: 'ACTIONABLE',
      name: translateAll('event.ask.name', words),
      content: translateAll(ASK_WORDS[by].ask, words),
      ask: { supporterId: invited.id, userId: user.id },
    } as const;
    await showInvite(trx, invited.id, 'asked');
    await addContent(trx, patient.id, { events: [ask] });
  }
  const content = translateAll(ASK_WORDS[by].waiting, { name: nameOf(patient) });
  const waiting = await showRequest(trx, user.id, removedId, { status: 'PENDING', content });
  return { removedId, event: toCareEvent(waiting, locale) };
}

/**
 * Accepts an invitation by its link, at once or when the patient says yes: also where records were merged since, which
 * may have been a mistake.
 */
export async function acceptByLink(trx: Trx, match: Match): Promise<RequestAccepted> {
  const { invited, patient, user } = match;
  const isInvited = hasProvenPhone(user) && user.phone_digits === invited.phone_digits;
  if (isInvited && !(await wasMerged(trx, invited.id))) {
    await removeAsk(trx, patient.id, invited.id, user.id);
    return becomeSupporter(trx, match);
  }
  await hold(trx, invited, user.id);
  return askPatient(trx, match, 'link');
}

/** @throws ProblemError NOT_FOUND if the user has no such event, or it was deleted without an answer */
async function openEvent(trx: Trx, userId: string, id: string): Promise<EventRow & { body: EventBody }> {
  const event = await findEvent(trx, userId, id);
  if (!event || (event.deleted_at !== null && event.accepted_at === null)) throw new ProblemError('NOT_FOUND');
  return { ...event, body: JSON.parse(event.document) as EventBody };
}

/** Accepts as the account with the invited number, which waits for the patient's yes. */
async function acceptByNumber(trx: Trx, user: UserRow, supporterId: string, locale: Locale): Promise<RequestAccepted> {
  const found = await findPendingEntry(trx, supporterId);
  if (!found) throw new ProblemError('NOT_FOUND');
  await lockUsers(trx, [found.user_id, user.id]);
  const invited = await findPendingEntry(trx, supporterId);
  const patient = await findUser(trx, found.user_id);
  if (!patient || invited?.supporter_user_id !== user.id) throw new ProblemError('NOT_FOUND');
  return askPatient(trx, { invited, patient, user, locale }, 'number');
}

/**
 * Gives the account that asked what the patient shares. A second time changes nothing.
 * @throws ProblemError NOT_FOUND if the invitation or the account has ended
 */
async function approveAsk(trx: Trx, patient: UserRow, id: string, ask: Ask, locale: Locale): Promise<RequestAccepted> {
  const { supporterId, userId } = ask;
  await lockUsers(trx, [patient.id, userId]);
  const event = await openEvent(trx, patient.id, id);
  if (event.accepted_at === null) {
    const invited = await findPendingEntry(trx, supporterId);
    const user = await findUser(trx, userId);
    if (!invited || !user) throw new ProblemError('NOT_FOUND');
    const answered = { accepted_at: now(), deleted_at: now() };
    await updateEvent(trx, patient.id, id, answered);
    await recordChanges(trx, [eventChange('event.removed', event)]);
    await becomeSupporter(trx, { invited, patient, user, locale: localeOf(user) });
  }
  const [shown] = await eventsByKey(trx, patient.id, [inviteKey(supporterId)], locale);
  if (!shown) throw new ProblemError('ALREADY_ACCEPTED');
  return { removedId: id, event: shown };
}

/**
 * Ends an invitation, and tells the account that asked. Its link may be in the wrong hands: the patient invites again.
 */
async function refuseAsk(trx: Trx, patient: UserRow, { supporterId, userId }: Ask): Promise<void> {
  await lockUsers(trx, [patient.id, userId]);
  await removeAsk(trx, patient.id, supporterId, userId);
  const invited = await findPendingEntry(trx, supporterId);
  if (!invited) return;
  const content = translateAll('event.request.refused', { name: nameOf(patient) });
  const requestId = contentId(userId, requestKey(supporterId));
  await showRequest(trx, userId, requestId, { status: 'NOT_VIEWED', content, isOver: true });
  await endAsks(trx, invited, userId);
  await showInvite(trx, supporterId, 'refused');
  await removePendingEntry(trx, supporterId);
}

/**
 * Accepts a supporter request: the demo's adds the profile and an event at once, any other asks the patient. For the
 * patient, it says yes. A second call returns the same.
 * @throws ProblemError NOT_FOUND (also if the request was deleted) or NOT_A_REQUEST
 */
export async function acceptRequest(db: Db, user: UserRow, id: string, locale: Locale): Promise<RequestAccepted> {
  return db.transaction().execute(async (trx) => {
    const event = await openEvent(trx, user.id, id);
    const { ask, acceptance } = event.body;
    if (ask) return approveAsk(trx, user, id, ask, locale);
    const supporterId = acceptance?.profile.sharedBy;
    if (supporterId === undefined || event.accepted_at !== null) return acceptWithin(trx, user, id, locale);
    const isWaiting = event.type === EVENT_TYPE.SUPPORTER;
    if (isWaiting) return { removedId: id, event: toCareEvent(event, locale) };
    return acceptByNumber(trx, user, supporterId, locale);
  });
}

/**
 * Declines a supporter request (docs/product-rules.md#supporters). For the patient, it says no.
 * @throws ProblemError NOT_FOUND, NOT_A_REQUEST, or ALREADY_ACCEPTED
 */
export async function declineRequest(db: Db, user: UserRow, id: string): Promise<RequestDeclined> {
  return db.transaction().execute(async (trx) => {
    const event = await findEvent(trx, user.id, id);
    const ask = event && (JSON.parse(event.document) as EventBody).ask;
    if (!ask || event.accepted_at !== null) return declineWithin(trx, user, id);
    await refuseAsk(trx, user, ask);
    return { isRemoved: true };
  });
}
