import type { CareEvent } from 'mock-api/contract';
import type { Store } from '../store.ts';
import { EVENT_TYPE } from './api.ts';

/** The user's own profile, whose events of this stay are on the home screen, too. */
const OWN_PROFILE = 1;

/** Statuses that ask for attention and count in a profile's badge (docs/product-rules.md#event-statuses). */
const ATTENTION: ReadonlySet<CareEvent['status']> = new Set(['ACTIONABLE', 'NOT_VIEWED', 'URGENT']);

/** Kinds of event that the list of current events leaves out (docs/product-rules.md#event-list). */
const NOT_CURRENT: ReadonlySet<number> = new Set([EVENT_TYPE.GENERAL, EVENT_TYPE.SUPPORTER]);

/** Opened and left: on the server, or here until the server knows. */
export const isViewed = (event: CareEvent) => event.viewed || event.status === 'VIEWED';

/**
 * Whether the lists of a profile's panel show an event: viewed events and supporter requests are left out, of the current
 * ones also general and supporter events (docs/product-rules.md#event-list).
 */
export function isListed(event: CareEvent): boolean {
  if (isViewed(event) || event.type === EVENT_TYPE.SUPPORTER_REQUEST) return false;
  return event.previousStay || !NOT_CURRENT.has(event.type);
}

const isAtHome = ({ profileId, previousStay }: CareEvent) => profileId === OWN_PROFILE && !previousStay;

const asksForAttention = (event: CareEvent) => ATTENTION.has(event.status) && !isViewed(event);

/** How many events of a profile ask for attention, of those that home or the profile's lists show. */
export const badgeOf = (profileId: number) => (state: Store) =>
  state.events.list.filter(
    (event) => event.profileId === profileId && asksForAttention(event) && (isListed(event) || isAtHome(event)),
  ).length;
