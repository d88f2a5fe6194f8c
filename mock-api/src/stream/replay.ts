/** Replays what a client missed while its stream was disconnected. */

import type { Db } from '../db/schema.ts';
import { listStaff } from '../repositories/accounts/users.ts';
import { eventsAmong } from '../repositories/care/events.ts';
import { type Change, changesAfter, currentNumbers } from '../repositories/changes.ts';
import { ownersFor, readersOf } from './audience.ts';
import { claimWithContents, type Delivery, hasEvent, messageOf, releaser } from './deliver.ts';
import type { OpenStream } from './open-stream.ts';

const NUMBER = /^[0-9]{1,15}$/;

/**
 * Returns the number from which to replay, or undefined if the missed changes are no longer stored or the number is not
 * one of this database: then the client must reload everything.
 * @param lastEventId as sent by the client
 */
export async function replayStart(db: Db, lastEventId: string): Promise<number | undefined> {
  if (!NUMBER.test(lastEventId)) return undefined;
  const known = Number(lastEventId);
  const { last, pruned } = await currentNumbers(db);
  return known < pruned || known > last ? undefined : known;
}

/**
 * Drops changes of events deleted since: a client would request what no longer exists. Their removal is still sent.
 */
async function withoutDeleted(db: Db, changes: readonly Change[]): Promise<Change[]> {
  const ids = changes.filter(hasEvent).map(({ objectId }) => objectId);
  if (ids.length === 0) return [...changes];
  const existing = new Set((await eventsAmong(db, ids)).map(({ id }) => id));
  return changes.filter((change) => !hasEvent(change) || existing.has(change.objectId));
}

async function send(db: Db, stream: OpenStream, all: readonly Change[], onError: (error: Error) => void) {
  const changes = await withoutDeleted(db, all);
  const readers = await readersOf(db, changes);
  const missed: Delivery[] = [];
  for (const change of changes) {
    if (change.kind === 'session.ended') continue;
    const reader = readers.get(change)?.find(({ person }) => person === stream.person);
    if (reader) missed.push({ stream, change, reader });
  }
  const contents = await claimWithContents(db, missed);
  for (const delivery of missed) {
    const { change, reader } = delivery;
    stream.replay(messageOf(change, reader, contents.get(delivery)), releaser(db, change, reader, onError));
  }
}

/** Sends a stream the changes from `start` to where it goes live, as its reader may see them now. */
export async function replay(
  db: Db,
  stream: OpenStream,
  start: number,
  onError: (error: Error) => void,
): Promise<void> {
  const people = await ownersFor(db, stream.person);
  const isStaff = (await listStaff(db)).some(({ id }) => id === stream.person);
  for (let last = start; stream.isOpen; ) {
    const changes = await changesAfter(db, last, stream.from, { people, isStaff });
    const newest = changes.at(-1);
    if (!newest) return;
    await send(db, stream, changes, onError);
    last = newest.id;
  }
}
