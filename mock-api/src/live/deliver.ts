/** Brings changes to the streams of those who may learn of them at this moment. */
import type { Db } from '../db/schema.ts';
import { type Reader, readersOf } from './audience.ts';
import type { Change } from './changes.ts';
import { type Claim, claimDeliveries, isNews, releaseDelivery } from './deliveries.ts';
import type { Message, OpenStream } from './open-stream.ts';
import { refusals } from './sessions.ts';
import type { Streams } from './streams.ts';

/** What of a change its readers get: which thing, never what it says. */
export function messageOf({ id, kind, objectId, at }: Change, { profileId }: Reader): Message {
  return kind === 'resync' ? { id, event: kind, data: {} } : { id, event: kind, data: { id: objectId, profileId, at } };
}

interface Delivery {
  stream: OpenStream;
  change: Change;
  reader: Reader;
}

/** Claims news for the stream before it is sent: from then on no other channel tells of it. */
export async function claimNews(db: Db, deliveries: readonly { change: Change; reader: Reader }[]): Promise<void> {
  const news = deliveries.filter(({ change }) => isNews(change.kind));
  const claims = new Map<string, Claim>();
  for (const { change, reader } of news) {
    claims.set(`${change.id}/${reader.person}`, { changeId: change.id, person: reader.person });
  }
  await claimDeliveries(db, 'stream', [...claims.values()]);
}

/** Gives a claim back when the last bytes did not reach the network. */
export function releaser(db: Db, change: Change, reader: Reader, onError: (error: Error) => void): () => void {
  return () => {
    if (!isNews(change.kind)) return;
    releaseDelivery(db, 'stream', { changeId: change.id, person: reader.person }).catch(onError);
  };
}

/** @param onError hears of a claim that could not be given back */
export async function deliver(
  db: Db,
  streams: Streams,
  changes: readonly Change[],
  onError: (error: Error) => void,
): Promise<void> {
  const readers = await readersOf(db, changes);
  const deliveries: Delivery[] = [];
  for (const change of changes) {
    for (const reader of readers.get(change) ?? []) {
      for (const stream of streams.of(reader.person)) {
        if (change.id > stream.from) deliveries.push({ stream, change, reader });
      }
    }
  }
  if (deliveries.length === 0) return;
  const refused = await refusals(db, [...new Set(deliveries.map(({ stream }) => stream.tokenHash))]);
  const open = deliveries.filter(({ stream, change }) => {
    const reason = refused.get(stream.tokenHash);
    if (reason && stream.isOpen) streams.refuse(stream, reason, change.id);
    // It is about the sessions that have ended, which have just been told.
    return !reason && stream.isOpen && change.kind !== 'session.ended';
  });
  await claimNews(db, open);
  for (const { stream, change, reader } of open) {
    stream.send(messageOf(change, reader), releaser(db, change, reader, onError));
  }
}
