/** Path that a notification opens, as its reader may see it when it is sent. Reveals nothing about anyone's health. */

import type { Change } from '../changes/changes.ts';
import { after, HOUR, SECOND } from '../common/clock.ts';
import type { Db } from '../db/schema.ts';
import { findResult } from '../repositories/care/content.ts';
import { findEvent, viewedOf } from '../repositories/care/events.ts';
import { findRequest } from '../repositories/care/requests.ts';
import type { Reader } from '../stream/audience.ts';

/** Older things (an earlier stay, which another system sends) cause no notification. */
const MAX_AGE = HOUR;
/** A change of a request is a reply if one was written at most this long before it, in milliseconds. */
const REPLY_WINDOW = SECOND;

type FindPath = (db: Db, change: Change, reader: Reader) => Promise<string | undefined>;

/** Returns the path of an event, or undefined once it is deleted, too old, or read by this reader. */
async function eventPath(db: Db, { person, objectId }: Change, reader: Reader): Promise<string | undefined> {
  const event = await findEvent(db, person, objectId);
  if (!event || event.deleted_at !== null || event.created_at < after(-MAX_AGE)) return undefined;
  const isRead =
    person === reader.person ? event.viewed === 1 : (await viewedOf(db, reader.person, person)).has(objectId);
  return isRead ? undefined : `/profile/${reader.profileId}/events/${objectId}`;
}

/** Returns the path of a result that no event announces. */
async function resultPath(db: Db, { person, objectId }: Change, reader: Reader): Promise<string | undefined> {
  const result = await findResult(db, person, objectId, 'en');
  if (!result || result.resultsAt < after(-MAX_AGE)) return undefined;
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('user_id', '=', person)
    .where('link_id', '=', objectId)
    .executeTakeFirst();
  return event ? undefined : `/profile/${reader.profileId}/results/${objectId}`;
}

/** Returns the path of a request that the hospital has replied to, for its sender. */
async function replyPath(db: Db, { objectId, at }: Change, reader: Reader): Promise<string | undefined> {
  const request = await findRequest(db, objectId);
  const reply = request?.replies.at(-1);
  if (request?.author_id !== reader.person || !reply) return undefined;
  const isNew = reply.createdAt <= at && reply.createdAt > after(-REPLY_WINDOW, at);
  return isNew ? `/profile/${reader.profileId}/requests` : undefined;
}

const PATHS: Readonly<Partial<Record<Change['kind'], FindPath>>> = {
  'event.created': eventPath,
  'result.created': resultPath,
  'request.updated': replyPath,
  'next.updated': async () => '/app',
};

/** Returns the path of what changed, or undefined if there is nothing to notify of, or not any more. */
export async function pathOf(db: Db, change: Change, reader: Reader): Promise<string | undefined> {
  return PATHS[change.kind]?.(db, change, reader);
}
