/**
 * Delivers changes to the streams of those who may currently learn of them. Events are sent along with their ids to
 * readers who ask for them: each in the form in which the list endpoint returns it to that reader, and recorded in the
 * same log.
 */
import { toSharedEvent } from '../access/shared-events.ts';
import type { CareEvent } from '../contract.ts';
import { type Db, inTransaction } from '../db/schema.ts';
import { type AuditFact, audit } from '../repositories/audit.ts';
import { type EventRow, eventsAmong, toCareEvent, viewsAmong } from '../repositories/care/events.ts';
import { type Change, isNotified } from '../repositories/changes.ts';
import { type Claim, claimDeliveries, releaseDelivery } from '../repositories/messages/deliveries.ts';
import { type Reader, readersOf } from './audience.ts';
import type { Message, OpenStream } from './open-stream.ts';
import { refusals, type Streams } from './streams.ts';

/** A change to be sent to one stream of one of its readers. */
export interface Delivery {
  stream: OpenStream;
  change: Change;
  reader: Reader;
}

/**
 * Most events in a batch that one stream gets with content. Above that only their ids are sent: fetching the list is
 * one request, and cheaper.
 */
const MAX_WITH_CONTENT = 20;

/** Returns whether a change is about an existing event. */
export const hasEvent = ({ kind }: Change): boolean => kind === 'event.created' || kind === 'event.updated';

/** Returns the deliveries that include their event. */
function withContent(deliveries: readonly Delivery[]): Delivery[] {
  const wanted = deliveries.filter(({ stream, change }) => stream.content && hasEvent(change));
  const counts = new Map<OpenStream, number>();
  for (const { stream } of wanted) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  return wanted.filter(({ stream }) => (counts.get(stream) ?? 0) <= MAX_WITH_CONTENT);
}

type IsRead = (person: string, event: string) => boolean;

/** Loads which of these supporters have read which of these events. */
async function readBySupporters(db: Db, deliveries: readonly Delivery[]): Promise<IsRead> {
  const supporters = deliveries.filter(({ reader }) => reader.permissions);
  const viewers = new Set(supporters.map(({ reader }) => reader.person));
  const views = await viewsAmong(db, [...viewers], [...new Set(supporters.map(({ change }) => change.objectId))]);
  const known = new Set(views.map(({ viewer, event }) => `${viewer}/${event}`));
  return (person, event) => known.has(`${person}/${event}`);
}

/** Returns the event as this reader may currently see it, or undefined if they may not. */
function eventFor({ stream, change, reader }: Delivery, row: EventRow | undefined, isRead: IsRead) {
  if (!row || !stream.content || row.user_id !== change.person) return undefined;
  const { person, profileId, permissions } = reader;
  if (!permissions) return person === row.user_id ? toCareEvent(row, stream.content) : undefined;
  return profileId === null || row.withheld === 1
    ? undefined
    : toSharedEvent(toCareEvent(row, stream.content, 'shared'), { profileId, permissions }, isRead(person, row.id));
}

/** Returns entries for the patients' audit logs: their supporters have been shown these events. */
function shownToSupporters(shown: readonly Delivery[]): AuditFact[] {
  const bySupporters = shown.filter(({ reader }) => reader.permissions);
  const facts = bySupporters.map(({ change, reader }) => ({
    action: 'RECORD_VIEWED' as const,
    actor: reader.person,
    subject: change.person,
    object: 'events',
    objectId: change.objectId,
  }));
  return [...new Map(facts.map((fact) => [`${fact.actor}/${fact.objectId}`, fact])).values()];
}

/**
 * Returns the event to include in each delivery. Without one, the reader fetches the event and gets its current state.
 */
async function contentsOf(db: Db, deliveries: readonly Delivery[]): Promise<Map<Delivery, CareEvent>> {
  const wanted = withContent(deliveries);
  if (wanted.length === 0) return new Map();
  const rows = await eventsAmong(db, [...new Set(wanted.map(({ change }) => change.objectId))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isRead = await readBySupporters(db, wanted);
  const contents = new Map<Delivery, CareEvent>();
  for (const delivery of wanted) {
    const event = eventFor(delivery, byId.get(delivery.change.objectId), isRead);
    if (event) contents.set(delivery, event);
  }
  return contents;
}

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
