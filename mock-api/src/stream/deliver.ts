/** Delivers changes to the streams of those who may currently learn of them. */

import type { Change } from '../changes/changes.ts';
import type { CareEvent } from '../contract.ts';
import { type Db, inTransaction } from '../db/schema.ts';
import { type Claim, claimDeliveries, isNotified, releaseDelivery } from '../delivery/deliveries.ts';
import { audit } from '../repositories/audit.ts';
import { type Reader, readersOf } from './audience.ts';
import { contentsOf, type Delivery, shownToSupporters } from './content.ts';
import type { Message } from './open-stream.ts';
import { refusals } from './sessions.ts';
import type { Streams } from './streams.ts';

/** Returns what a reader gets of a change: the id of the thing, and its content only if given. */
export function messageOf({ id, kind, objectId, at }: Change, { profileId }: Reader, content?: CareEvent): Message {
  if (kind === 'resync') return { id, event: kind, data: {} };
  return { id, event: kind, data: { id: objectId, profileId, at, ...(content ? { event: content } : {}) } };
}

/** Claims notifications for the stream, so that no other channel delivers them. */
async function claimNotifications(db: Db, deliveries: readonly { change: Change; reader: Reader }[]): Promise<void> {
  const notified = deliveries.filter(({ change }) => isNotified(change.kind));
  const claims = new Map<string, Claim>();
  for (const { change, reader } of notified) {
    claims.set(`${change.id}/${reader.person}`, { changeId: change.id, person: reader.person });
  }
  await claimDeliveries(db, 'stream', [...claims.values()]);
}

/**
 * Loads the content of deliveries and then, right before they are sent, claims their notifications: what cannot be
 * loaded is left to other channels. Audit entries about supporters are written in the same transaction as the claims,
 * so that a retry writes nothing twice.
 */
export async function claimWithContents(
  db: Db,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<Delivery, CareEvent>> {
  const contents = await contentsOf(db, deliveries);
  const shown = shownToSupporters([...contents.keys()]);
  const claimAll = async (within: Db) => {
    await audit(within, ...shown);
    await claimNotifications(within, deliveries);
  };
  await (shown.length === 0 ? claimAll(db) : inTransaction(db, claimAll));
  return contents;
}

/** Returns a callback that releases a claim if the message did not reach the network. */
export function releaser(db: Db, change: Change, reader: Reader, onError: (error: Error) => void): () => void {
  return () => {
    if (!isNotified(change.kind)) return;
    releaseDelivery(db, 'stream', { changeId: change.id, person: reader.person }).catch(onError);
  };
}

/** @param onError called when a claim could not be released */
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
    // It is about sessions that have ended; their streams have just been refused.
    return !reason && stream.isOpen && change.kind !== 'session.ended';
  });
  const contents = await claimWithContents(db, open);
  for (const delivery of open) {
    const { stream, change, reader } = delivery;
    stream.send(messageOf(change, reader, contents.get(delivery)), releaser(db, change, reader, onError));
  }
}
