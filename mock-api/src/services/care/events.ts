/** What a user can do with an event (docs/product-rules.md#event-handling). */
import { readEvent } from '../../access/record-access.ts';
import { viewSharedEvent } from '../../access/shared-events.ts';
import { now } from '../../common/clock.ts';
import type { Acceptance, EventBody } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { CareEvent, RequestAccepted, RequestDeclined } from '../../contract.ts';
import { type Db, inTransaction, type Trx } from '../../db/schema.ts';
import { lockUser, type UserRow } from '../../repositories/accounts/users.ts';
import { hasSentSurvey } from '../../repositories/audit.ts';
import { type EventRow, eventsByKey, findEvent, toCareEvent, updateEvent } from '../../repositories/care/events.ts';
import { findProfile, insertProfiles, nextProfileId } from '../../repositories/care/profiles.ts';
import { eventChange, type NewChange, ownEventChange, recordChanges } from '../../repositories/changes.ts';
import { acceptShare, sharedProfile } from '../../repositories/sharing/supporters.ts';
import { addContent } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import { declineInvitation } from '../sharing/ending.ts';
import { showInvite } from '../sharing/invite-state.ts';
import { surveyOf } from './survey-tokens.ts';

/** @throws ProblemError NOT_FOUND if the user has no such event */
async function ownEvent(db: Db, userId: string, id: string): Promise<EventRow> {
  const event = await findEvent(db, userId, id);
  if (!event) throw new ProblemError('NOT_FOUND');
  return event;
}

/**
 * Changes an event and records the change for the stream.
 * @param toChange returns the change to record
 */
function change(
  db: Db,
  event: EventRow,
  changes: Parameters<typeof updateEvent>[3],
  toChange: (event: EventRow) => NewChange,
): Promise<EventRow> {
  return inTransaction(db, async (trx) => {
    const changed = (await updateEvent(trx, event.user_id, event.id, changes)) ?? event;
    await recordChanges(trx, [toChange(changed)]);
    return changed;
  });
}

const asRead = (event: EventRow) => ownEventChange('event.updated', event);
const asRemoved = (event: EventRow) => eventChange('event.removed', event);
const asRestored = (event: EventRow) => eventChange('event.updated', event);

/** Returns whether an event still waits for the user's answers. In the demo, opening it is enough. */
const waitsForSurvey = async ({ config, db }: Pick<Services, 'config' | 'db'>, userId: string, event: CareEvent) =>
  !config.demo.on &&
  event.status === 'ACTIONABLE' &&
  surveyOf(event) !== undefined &&
  !(await hasSentSurvey(db, userId, event.id));

/**
 * Marks an event as viewed, once the user has opened and left it. A shared event is marked for this user alone. Outside
 * the demo, an event whose survey was not sent stays as it is; so does the question of a day, until it is answered.
 * @throws ProblemError NOT_FOUND
 */
export async function viewEvent(
  services: Pick<Services, 'config' | 'db'>,
  userId: string,
  id: string,
  locale: Locale,
): Promise<CareEvent> {
  const event = await readEvent(services.db, userId, id, locale);
  if (!event) throw new ProblemError('NOT_FOUND');
  if (event.dailyQuestion || (await waitsForSurvey(services, userId, event))) return event;
  if (event.isShared) return viewSharedEvent(services.db, userId, event);
  return toCareEvent(await viewOwnEvent(services.db, userId, id), locale);
}

/** @throws ProblemError NOT_FOUND */
export async function viewOwnEvent(db: Db, userId: string, id: string): Promise<EventRow> {
  const own = await ownEvent(db, userId, id);
  return change(db, own, { status: 'VIEWED', viewed: 1, is_read: 1, is_dismissed: 1 }, asRead);
}

/**
 * Deletes an event; a second time changes nothing.
 * @throws ProblemError NOT_FOUND
 */
export async function deleteEvent(db: Db, userId: string, id: string): Promise<void> {
  const event = await ownEvent(db, userId, id);
  if (event.deleted_at === null) await change(db, event, { deleted_at: now() }, asRemoved);
}

/** @throws ProblemError NOT_FOUND, or ALREADY_ACCEPTED for a request that was accepted */
export async function restoreEvent(db: Db, userId: string, id: string): Promise<EventRow> {
  const event = await ownEvent(db, userId, id);
  if (event.accepted_at !== null) throw new ProblemError('ALREADY_ACCEPTED');
  return event.deleted_at === null ? event : change(db, event, { deleted_at: null }, asRestored);
}

function acceptanceOf(event: EventRow): Acceptance {
  const { acceptance } = JSON.parse(event.document) as EventBody;
  if (acceptance === null) throw new ProblemError('NOT_A_REQUEST');
  return acceptance;
}

/**
 * Declines a supporter request, and tells the patient. That of the demo's story stays
 * (docs/product-rules.md#supporters).
 * @throws ProblemError NOT_FOUND, NOT_A_REQUEST, or ALREADY_ACCEPTED
 */
export async function declineWithin(trx: Trx, user: UserRow, id: string): Promise<RequestDeclined> {
  const event = await ownEvent(trx, user.id, id);
  const { sharedBy } = acceptanceOf(event).profile;
  if (event.accepted_at !== null) throw new ProblemError('ALREADY_ACCEPTED');
  if (sharedBy !== undefined) await declineInvitation(trx, user, sharedBy);
  return { isRemoved: sharedBy !== undefined };
}

/**
 * A shared profile gets its number now: until then, others may have been accepted. One that was shared before keeps it.
 */
async function numbered(trx: Trx, userId: string, { profile, event }: Acceptance): Promise<Acceptance> {
  if (profile.sharedBy === undefined) return { profile, event };
  const id = (await sharedProfile(trx, userId, profile.sharedBy)) ?? (await nextProfileId(trx, userId));
  return { profile: { ...profile, id }, event: { ...event, profileId: id } };
}

async function carryOut(trx: Trx, event: EventRow, accepted: Acceptance): Promise<Acceptance> {
  const time = now();
  const acceptance = await numbered(trx, event.user_id, accepted);
  const { profile, event: welcome } = acceptance;
  await insertProfiles(trx, event.user_id, [profile]);
  if (profile.sharedBy !== undefined) {
    await acceptShare(trx, profile.sharedBy, event.user_id);
    await showInvite(trx, profile.sharedBy, 'accepted');
  }
  await addContent(trx, event.user_id, { events: [welcome] });
  const document = JSON.stringify({ ...(JSON.parse(event.document) as EventBody), acceptance });
  await change(trx, event, { accepted_at: time, deleted_at: time, document }, asRemoved);
  return acceptance;
}

/**
 * Carries out what accepting a supporter request adds: removes the request, and adds the profile and an event. A second
 * call returns the same.
 * @throws ProblemError NOT_FOUND or NOT_A_REQUEST
 */
export async function acceptWithin(trx: Trx, user: UserRow, id: string, locale: Locale): Promise<RequestAccepted> {
  await lockUser(trx, user.id);
  const request = await ownEvent(trx, user.id, id);
  let acceptance = acceptanceOf(request);
  if (request.accepted_at === null) {
    if (request.deleted_at !== null) throw new ProblemError('NOT_FOUND');
    acceptance = await carryOut(trx, request, acceptance);
  }
  const profile = await findProfile(trx, user, acceptance.profile.id, locale);
  const [event] = await eventsByKey(trx, user.id, [acceptance.event.key], locale);
  if (!profile || !event) throw new ProblemError('ALREADY_ACCEPTED');
  return { removedId: id, profile, event };
}
