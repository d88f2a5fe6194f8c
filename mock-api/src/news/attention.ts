/**
 * Number of events that need a user's attention, for the app icon; counted as in the open app
 * (docs/product-rules.md#event-statuses).
 */
import { type CareEvent, EVENT_TYPE, type EventStatus } from '../contract.ts';
import type { Db } from '../db/schema.ts';
import { listEvents } from '../repositories/events.ts';
import { listSharedEvents, OWN_PROFILE } from '../services/shared-events.ts';

const ATTENTION: ReadonlySet<EventStatus> = new Set(['ACTIONABLE', 'NOT_VIEWED', 'URGENT']);
/**
 * Event types that are not in a profile's list of this stay; home shows the user's own
 * (docs/product-rules.md#event-list).
 */
const NOT_LISTED: ReadonlySet<number> = new Set([
  EVENT_TYPE.GENERAL,
  EVENT_TYPE.SUPPORTER,
  EVENT_TYPE.SUPPORTER_REQUEST,
]);

export function asksForAttention({ status, viewed, previousStay, profileId, type }: CareEvent): boolean {
  if (viewed || !ATTENTION.has(status)) return false;
  if (previousStay) return type !== EVENT_TYPE.SUPPORTER_REQUEST;
  return profileId === OWN_PROFILE || !NOT_LISTED.has(type);
}

export async function countAttention(db: Db, userId: string): Promise<number> {
  const shared = (await listSharedEvents(db, userId, 'en')).flatMap(({ items }) => items);
  return [...(await listEvents(db, userId, 'en')), ...shared].filter(asksForAttention).length;
}
