/**
 * The events themselves, beside their names, for readers who asked for them: each as the list's call gives it to that
 * reader, to be written to the same log.
 */
import type { CareEvent } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import type { AuditFact } from '../repositories/audit.ts';
import { viewsAmong } from '../repositories/event-views.ts';
import { type EventRow, eventsAmong, toCareEvent } from '../repositories/events.ts';
import { sharedForm } from '../services/shared-events.ts';
import type { Reader } from './audience.ts';
import type { Change } from './changes.ts';
import type { OpenStream } from './open-stream.ts';

/** A change on its way to one stream of one of its readers. */
export interface Delivery {
  stream: OpenStream;
  change: Change;
  reader: Reader;
}

/** Who gets more events than this at once gets their names alone: the list is one call, and less. */
const MOST = 20;

/** Whether a change is of an event that is there. */
export const namesEvent = ({ kind }: Change): boolean => kind === 'event.created' || kind === 'event.updated';

/** Those deliveries that bring their event along. */
function withContent(deliveries: readonly Delivery[]): Delivery[] {
  const wanted = deliveries.filter(({ stream, change }) => stream.content && namesEvent(change));
  const counts = new Map<OpenStream, number>();
  for (const { stream } of wanted) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  return wanted.filter(({ stream }) => (counts.get(stream) ?? 0) <= MOST);
}

type IsRead = (person: string, event: string) => boolean;

/** Whether each of these supporters has read each of these events. */
async function readBySupporters(db: Db, deliveries: readonly Delivery[]): Promise<IsRead> {
  const supporters = deliveries.filter(({ reader }) => reader.permissions);
  const viewers = new Set(supporters.map(({ reader }) => reader.person));
  const views = await viewsAmong(db, [...viewers], [...new Set(supporters.map(({ change }) => change.objectId))]);
  const known = new Set(views.map(({ viewer, event }) => `${viewer}/${event}`));
  return (person, event) => known.has(`${person}/${event}`);
}

/** The event as this reader may see it at this moment; undefined where they may not. */
function formFor({ stream, change, reader }: Delivery, row: EventRow | undefined, isRead: IsRead) {
  if (!row || !stream.content || row.user_id !== change.person) return undefined;
  const event = toCareEvent(row, stream.content);
  const { person, profileId, permissions } = reader;
  if (!permissions) return person === row.user_id ? event : undefined;
  return profileId === null ? undefined : sharedForm(event, { profileId, permissions }, isRead(person, row.id));
}

/** What patients' logs are to say of these deliveries: their supporters have been shown these events. */
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

/** What these deliveries bring along. One without is fetched by its reader, who then is told what there is. */
export async function contentsOf(db: Db, deliveries: readonly Delivery[]): Promise<Map<Delivery, CareEvent>> {
  const wanted = withContent(deliveries);
  if (wanted.length === 0) return new Map();
  const rows = await eventsAmong(db, [...new Set(wanted.map(({ change }) => change.objectId))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isRead = await readBySupporters(db, wanted);
  const contents = new Map<Delivery, CareEvent>();
  for (const delivery of wanted) {
    const event = formFor(delivery, byId.get(delivery.change.objectId), isRead);
    if (event) contents.set(delivery, event);
  }
  return contents;
}
