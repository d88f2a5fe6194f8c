import type { CareEvent } from 'mock-api/contract';
import type { Store } from '../store.ts';
import { EVENT_TYPE } from './api.ts';

/** The user's own profile, whose events of this stay are also on the home screen. */
const OWN_PROFILE = 1;

/** Statuses that need attention and count in a profile's badge (docs/product-rules.md#event-statuses). */
const ATTENTION: ReadonlySet<CareEvent['status']> = new Set(['ACTIONABLE', 'NOT_VIEWED', 'URGENT']);

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

const isAtHome = ({ profileId, previousStay }: CareEvent) => profileId === OWN_PROFILE && !previousStay;

const asksForAttention = (event: CareEvent) => ATTENTION.has(event.status) && !isViewed(event);

/** Counts a profile's events that need attention, of those on the home screen or in the profile's lists. */
export const badgeOf = (profileId: number) => (state: Store) =>
  state.events.list.filter(
    (event) => event.profileId === profileId && asksForAttention(event) && (isListed(event) || isAtHome(event)),
  ).length;
