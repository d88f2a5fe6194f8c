import type { CareEvent } from 'mock-api/contract';
import { needsAttention } from '../../contract/events/attention.ts';
import { EVENT_TYPE } from '../../contract/events/event-type.ts';
import type { Store } from '../store.ts';

/** Event types that the list of current events leaves out (docs/product-rules.md#event-list). */
const NOT_CURRENT: ReadonlySet<number> = new Set([EVENT_TYPE.GENERAL, EVENT_TYPE.SUPPORTER]);

/** Returns whether the person has opened and left an event; known here before the server confirms it. */
export const isViewed = (event: CareEvent) => event.viewed || event.status === 'VIEWED';

/**
 * Returns whether the lists in a profile's panel show an event. They leave out viewed events and supporter requests,
 * and the list of current events also general and supporter events (docs/product-rules.md#event-list).
 */
export function isListed(event: CareEvent): boolean {
  if (isViewed(event) || event.type === EVENT_TYPE.SUPPORTER_REQUEST) return false;
  return event.previousStay || !NOT_CURRENT.has(event.type);
}

/** Counts a profile's events that need attention. */
export const badgeOf = (profileId: number) => (state: Store) =>
  state.events.list.filter((event) => event.profileId === profileId && needsAttention(event)).length;
