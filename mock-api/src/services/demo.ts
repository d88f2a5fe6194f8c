/** A user's demo: its start, its restart, and the content that the story adds. */
import type { Config } from '../config.ts';
import type { Db, Trx } from '../db/schema.ts';
import type { CarePlanDocument, EventDocument, NotificationDocument, ResultDocument } from '../documents.ts';
import { type NewChange, recordChanges } from '../live/changes.ts';
import { nextChange } from '../live/record.ts';
import {
  contentId,
  insertCarePlans,
  insertNotifications,
  insertResults,
  removeNotifications,
} from '../repositories/content.ts';
import { insertEvents, nextMoment } from '../repositories/events.ts';
import { insertProfiles } from '../repositories/profiles.ts';
import { readStarter } from '../repositories/starter.ts';
import { insertSupporters } from '../repositories/supporters.ts';
import { lockUser } from '../repositories/users.ts';
import { OWN_PROFILE } from './shared-events.ts';

export interface Content {
  events: EventDocument[];
  results?: ResultDocument[];
  carePlans?: CarePlanDocument[];
  notifications?: NotificationDocument[];
  retires?: string[];
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
      audience: 'event' as const,
      eventType: event.type,
    })),
  ];
}

/** Adds content to a user's timeline, and records the changes for the stream; the last event is the newest. */
export async function addContent(db: Db, userId: string, content: Content): Promise<void> {
  await insertContent(db, userId, content);
  await recordChanges(db, changesOf(userId, content));
}

async function insertContent(db: Db, userId: string, content: Content): Promise<void> {
  const time = await nextMoment(db, userId);
  await insertResults(db, userId, content.results ?? [], time);
  await insertCarePlans(db, userId, content.carePlans ?? [], time);
  await removeNotifications(db, userId, content.retires ?? []);
  await insertNotifications(db, userId, content.notifications ?? [], time);
  await insertEvents(db, userId, content.events, time);
}

const OWNED = [
  'events',
  'results',
  'care_plans',
  'notifications',
  'supporters',
  'profiles',
  'story_positions',
] as const;

/** Starts or restarts a user's demo: deletes what they had, adds the starter content, and resets the story. */
export async function startDemo(trx: Trx, userId: string): Promise<void> {
  await lockUser(trx, userId);
  for (const table of OWNED) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await trx.updateTable('users').set({ demo_completed_at: null }).where('id', '=', userId).execute();
  const starter = await readStarter(trx);
  await insertProfiles(trx, userId, starter.profile);
  const time = await nextMoment(trx, userId);
  await insertSupporters(trx, userId, starter.supporter, time);
  await insertContent(trx, userId, {
    events: starter.event,
    results: starter.result,
    carePlans: starter.carePlan,
    notifications: starter.notification,
  });
}

/** Restarts a user's demo; their other phones reload everything. */
export async function restartDemo(trx: Trx, userId: string): Promise<void> {
  await startDemo(trx, userId);
  await recordChanges(trx, [{ person: userId, kind: 'resync', objectId: userId }]);
}

/** Adds the profile of a user without a demo: the account's owner. */
export async function startWithoutDemo(trx: Trx, userId: string, config: Config): Promise<void> {
  await insertProfiles(trx, userId, [
    {
      id: 1,
      firstName: null,
      lastName: null,
      organization: config.brand.hospital,
      message: { en: '', fr: '' },
      previousStay: null,
    },
  ]);
}
