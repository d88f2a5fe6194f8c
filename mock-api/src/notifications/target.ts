/** Path that a notification opens, as its reader may see it when it is sent. Reveals nothing about anyone's health. */

import type { Change } from '../changes/changes.ts';
import { after, HOUR } from '../common/clock.ts';
import type { EventBody } from '../common/documents.ts';
import type { Db } from '../db/schema.ts';
import { findResultTimes } from '../repositories/care/content.ts';
import { findEvent, hasEventAbout, viewedOf } from '../repositories/care/events.ts';
import type { Reader } from '../stream/audience.ts';

/** Older things (an earlier stay, which another system sends) cause no notification. */
const MAX_AGE = HOUR;

type FindPath = (db: Db, change: Change, reader: Reader) => Promise<string | undefined>;

/** Returns the path of an event, or undefined once it is deleted, too old, or read by this reader. */
async function eventPath(db: Db, { person, objectId }: Change, reader: Reader): Promise<string | undefined> {
  const event = await findEvent(db, person, objectId);
  if (!event || event.deleted_at !== null || (event.arrived_at ?? event.created_at) < after(-MAX_AGE)) return undefined;
  const isRead =
    person === reader.person ? event.viewed === 1 : (await viewedOf(db, reader.person, person)).has(objectId);
  if (isRead) return undefined;
  const { requestId } = JSON.parse(event.document) as EventBody;
  return `/profile/${reader.profileId}/${requestId === undefined ? `events/${objectId}` : 'requests'}`;
}

/** Returns the path of a result that no event announces. */
async function resultPath(db: Db, { person, objectId }: Change, reader: Reader): Promise<string | undefined> {
  const result = await findResultTimes(db, person, objectId);
  if (!result || (result.arrived_at ?? result.results_at) < after(-MAX_AGE)) return undefined;
  const isAnnounced = await hasEventAbout(db, person, objectId);
  return isAnnounced ? undefined : `/profile/${reader.profileId}/results/${objectId}`;
}

const PATHS: Readonly<Partial<Record<Change['kind'], FindPath>>> = {
  'event.created': eventPath,
  'result.created': resultPath,
  'next.updated': async () => '/app',
};

/** Returns the path of what changed, or undefined if there is nothing to notify of, or not any more. */
export async function pathOf(db: Db, change: Change, reader: Reader): Promise<string | undefined> {
  return PATHS[change.kind]?.(db, change, reader);
}
