import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, isListed, isViewed } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';

export interface ProfileEvents {
  /** Unread events of this stay and of earlier ones (docs/product-rules.md#event-list). */
  current: CareEvent[];
  previous: CareEvent[];
  /** Viewed events of all stays, and events that no list ever shows. */
  read: CareEvent[];
}

/** Groups a profile's events for its panel. Each group keeps the original order. */
export function eventGroups(list: CareEvent[], profileId: number): ProfileEvents {
  const own = list.filter((event) => event.profileId === profileId && event.type !== EVENT_TYPE.SUPPORTER_REQUEST);
  const listed = own.filter(isListed);
  // General and supporter events of the user's own profile are on the home screen until they are viewed.
  const isKept = (event: CareEvent) => isViewed(event) || (profileId !== OWN_PROFILE && !isListed(event));
  return {
    current: listed.filter(({ previousStay }) => !previousStay),
    previous: listed.filter(({ previousStay }) => previousStay),
    // These events don't count towards the badge, so none is marked as new.
    read: own.filter(isKept).map((event) => ({ ...event, status: 'VIEWED' })),
  };
}
