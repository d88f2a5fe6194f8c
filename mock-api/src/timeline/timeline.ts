/** Adds to and deletes from a user's timeline: the demo's story, the desk and the product itself all use it. */
import { areaOfEvent, OWN_PROFILE } from 'shared-ui/contract';
import type { CarePlanDocument, EventDocument, NotificationDocument, ResultDocument } from '../common/documents.ts';
import type { Db, Trx } from '../db/schema.ts';
import {
  contentId,
  eventsAbout,
  insertCarePlans,
  insertNotifications,
  insertResults,
  removeNotifications,
} from '../repositories/care/content.ts';
import {
  deleteEvents,
  type EventRow,
  endFinishedTests,
  endUrgent,
  insertEvents,
  nextMoment,
} from '../repositories/care/events.ts';
import { eventChange, type NewChange, nextChange, recordChanges, returnChange } from '../repositories/changes.ts';
import { endWaiting } from '../repositories/sharing/return-notices.ts';
import { acceptedSupporters } from '../repositories/sharing/supporters.ts';

interface Content {
  events: EventDocument[];
  results?: ResultDocument[];
  carePlans?: CarePlanDocument[];
  notifications?: NotificationDocument[];
  retires?: string[];
  ends?: string[];
}

/** Returns the changes that new content makes: its events, its results, and what happens next. */
function changesOf(person: string, { events, results = [], notifications = [], retires = [] }: Content): NewChange[] {
  const next = [...notifications.map(({ key }) => key), ...retires];
  const one = (kind: NewChange['kind'], { key, profileId }: { key: string; profileId: number }): NewChange => ({
    person,
    kind,
    objectId: contentId(person, key),
    profileId,
  });
  return [
    ...results.map((result) => ({ ...one('result.created', result), audience: 'result' as const })),
    ...next
      .slice(0, 1)
      .map((key) => nextChange(person, contentId(person, key), notifications[0]?.profileId ?? OWN_PROFILE)),
    ...events.map((event) => ({
      ...one('event.created', event),
      audience: event.isWithheld ? ('person' as const) : ('event' as const),
      eventType: event.type,
    })),
  ];
}

/** Adds content to a user's timeline, and records the changes for the stream; the last event is the newest. */
export async function addContent(db: Db, userId: string, content: Content): Promise<void> {
  const over = await insertContent(db, userId, content);
  await endUrgentEvents(db, userId, over);
  await endNamedEvents(
    db,
    userId,
    (content.ends ?? []).map((key) => contentId(userId, key)),
  );
  await recordChanges(db, changesOf(userId, content));
  // Its own notification reaches the supporters who wait for the patient's return.
  if (content.events.some(isFromWard) && (await endWaiting(db, userId, 'news_at')))
    await recordChanges(db, [returnChange(userId)]);
}

/** Returns whether an event is about the stay itself, and no alert: everyone who may wait for the return sees it. */
const isFromWard = ({ type, status, profileId, isWithheld }: EventDocument) =>
  areaOfEvent(type) === 'status' && status !== 'URGENT' && profileId === OWN_PROFILE && !isWithheld;

const recordEnded = (db: Db, ended: readonly EventRow[]) =>
  recordChanges(
    db,
    ended.map((event) => eventChange('event.updated', event)),
  );

/** Ends those of these events that are urgent, because the next step about them was removed or replaced. */
export async function endUrgentEvents(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await recordEnded(db, await endUrgent(db, userId, ids));
}

/**
 * Ends those of these events that are urgent, or are finished tests that the user has not opened, because a new event
 * says that what they announced has happened.
 */
export async function endNamedEvents(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await endUrgentEvents(db, userId, ids);
  await recordEnded(db, await endFinishedTests(db, userId, ids));
}

/**
 * Adds content without recording changes, for a user who has no open app yet. Returns the ids of the events that the
 * removed notifications were about.
 */
export async function insertContent(db: Db, userId: string, content: Content): Promise<string[]> {
  const time = await nextMoment(db, userId);
  await insertResults(db, userId, content.results ?? [], time);
  await insertCarePlans(db, userId, content.carePlans ?? [], time);
  const retired = await removeNotifications(db, userId, content.retires ?? []);
  await insertNotifications(db, userId, content.notifications ?? [], time);
  await insertEvents(db, userId, content.events, time);
  return eventsAbout(retired);
}

/** Deletes events of a user for good, and records the changes, so that open apps are notified. */
export async function removeEvents(trx: Trx, userId: string, ids: readonly string[]): Promise<void> {
  const removed = await deleteEvents(trx, userId, ids);
  await recordChanges(
    trx,
    removed.map((event) => eventChange('event.removed', event)),
  );
}

/** Has all apps of a patient and their supporters reload. */
export async function recordResync(trx: Trx, userId: string): Promise<void> {
  const readers = [userId, ...(await acceptedSupporters(trx, userId))];
  await recordChanges(
    trx,
    readers.map((person) => ({ person, kind: 'resync' as const, objectId: person })),
  );
}
