import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, isViewed } from 'shared-ui';

/** Kinds of event that the list of current events leaves out (docs/product-rules.md#event-list). */
const NOT_CURRENT: ReadonlySet<number> = new Set([EVENT_TYPE.GENERAL, EVENT_TYPE.SUPPORTER]);

/**
 * A profile's events as its panel lists them: viewed events and supporter requests are left out, of the current ones also
 * general and supporter events. Each group keeps the order it came in.
 */
export function eventGroups(list: CareEvent[], profileId: number): { current: CareEvent[]; previous: CareEvent[] } {
  const shown = list.filter(
    (event) => event.profileId === profileId && !isViewed(event) && event.type !== EVENT_TYPE.SUPPORTER_REQUEST,
  );
  return {
    current: shown.filter(({ previousStay, type }) => !previousStay && !NOT_CURRENT.has(type)),
    previous: shown.filter(({ previousStay }) => previousStay),
  };
}
