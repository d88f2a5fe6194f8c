import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, isListed, isViewed } from 'shared-ui';

/** The user's own profile, whose general and supporter events are on the home screen until they are viewed. */
const OWN_PROFILE = 1;

export interface ProfileEvents {
  /** Of this stay, and of earlier ones: what was not viewed yet (docs/product-rules.md#event-list). */
  current: CareEvent[];
  previous: CareEvent[];
  /** What was viewed, of all stays, and what no list ever shows. */
  read: CareEvent[];
}

/** A profile's events as its panel shows them; each group keeps the order it came in. */
export function eventGroups(list: CareEvent[], profileId: number): ProfileEvents {
  const own = list.filter((event) => event.profileId === profileId && event.type !== EVENT_TYPE.SUPPORTER_REQUEST);
  const listed = own.filter(isListed);
  const isKept = (event: CareEvent) => isViewed(event) || (profileId !== OWN_PROFILE && !isListed(event));
  return {
    current: listed.filter(({ previousStay }) => !previousStay),
    previous: listed.filter(({ previousStay }) => previousStay),
    // Nothing here is counted in the badge, so nothing here is marked as new.
    read: own.filter(isKept).map((event) => ({ ...event, status: 'VIEWED' })),
  };
}
