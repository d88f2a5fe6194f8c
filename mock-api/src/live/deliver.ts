/** Brings changes to the streams of those who may learn of them at this moment. */
import type { CareEvent } from '../contract.ts';
import { type Db, inTransaction } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import { type Reader, readersOf } from './audience.ts';
import type { Change } from './changes.ts';
import { contentsOf, type Delivery, shownToSupporters } from './content.ts';
import { type Claim, claimDeliveries, isNews, releaseDelivery } from './deliveries.ts';
import type { Message } from './open-stream.ts';
import { refusals } from './sessions.ts';
import type { Streams } from './streams.ts';

/** What of a change its readers get: which thing, and what it says only where that is given. */
export function messageOf({ id, kind, objectId, at }: Change, { profileId }: Reader, content?: CareEvent): Message {
  if (kind === 'resync') return { id, event: kind, data: {} };
  return { id, event: kind, data: { id: objectId, profileId, at, ...(content ? { event: content } : {}) } };
}

/** Claims news for the stream: from then on no other channel tells of it. */
async function claimNews(db: Db, deliveries: readonly { change: Change; reader: Reader }[]): Promise<void> {
  const news = deliveries.filter(({ change }) => isNews(change.kind));
  const claims = new Map<string, Claim>();
  for (const { change, reader } of news) {
    claims.set(`${change.id}/${reader.person}`, { changeId: change.id, person: reader.person });
  }
  await claimDeliveries(db, 'stream', [...claims.values()]);
}

/**
 * Reads what deliveries bring along, and claims their news last, before they are sent: what can't be read is left to other
 * channels. What supporters are to be shown is written down with the claims, both or neither, so that a retry writes nothing twice.
 */
export async function claimWithContents(
  db: Db,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<Delivery, CareEvent>> {
  const contents = await contentsOf(db, deliveries);
  const shown = shownToSupporters([...contents.keys()]);
  const claimAll = async (within: Db) => {
    await audit(within, ...shown);
    await claimNews(within, deliveries);
  };
  await (shown.length === 0 ? claimAll(db) : inTransaction(db, claimAll));
  return contents;
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
  if (streams.size === 0) return;
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
  const contents = await claimWithContents(db, open);
  for (const delivery of open) {
    const { stream, change, reader } = delivery;
    stream.send(messageOf(change, reader, contents.get(delivery)), releaser(db, change, reader, onError));
  }
}
