/**
 * Events sent along with their ids, for readers who ask for them: each in the form in which the list endpoint returns
 * it to that reader, and recorded in the same log.
 */

import { sharedForm } from '../access/shared-events.ts';
import type { Change } from '../changes/changes.ts';
import type { CareEvent } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import type { AuditFact } from '../repositories/audit.ts';
import { viewsAmong } from '../repositories/care/event-views.ts';
import { type EventRow, eventsAmong, toCareEvent } from '../repositories/care/events.ts';
import type { Reader } from './audience.ts';
import type { OpenStream } from './open-stream.ts';

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
  const event = toCareEvent(row, stream.content);
  const { person, profileId, permissions } = reader;
  if (!permissions) return person === row.user_id ? event : undefined;
  return profileId === null ? undefined : sharedForm(event, { profileId, permissions }, isRead(person, row.id));
}

/** Returns entries for the patients' audit logs: their supporters have been shown these events. */
export function shownToSupporters(shown: readonly Delivery[]): AuditFact[] {
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
export async function contentsOf(db: Db, deliveries: readonly Delivery[]): Promise<Map<Delivery, CareEvent>> {
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
