import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, type Store } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';

/** The events of home by what they ask of the user, each group newest first. */
export interface HomeGroups {
  /** Urgent events first, then what waits for an answer. */
  actionable: CareEvent[];
  fresh: CareEvent[];
  earlier: CareEvent[];
}

const isOnHome = (event: CareEvent) => event.profileId === OWN_PROFILE && !event.previousStay;

type GroupName = keyof HomeGroups;

function groupOf(event: CareEvent, unsent: Store['delivery']['unsent']): GroupName {
  const { state } = unsent.find(({ about }) => about === event.id) ?? {};
  if (state === 'refused') return 'actionable';
  if (state !== undefined) return 'fresh';
  if (event.type === EVENT_TYPE.SUPPORTER_REQUEST) return 'actionable';
  if (event.status === 'URGENT' || event.status === 'ACTIONABLE') return 'actionable';
  return event.status === 'NOT_VIEWED' || event.status === 'PENDING' ? 'fresh' : 'earlier';
}

/**
 * Groups the user's events of this stay.
 * @param wasFresh returns whether the event was new when the user opened home: it stays there once it is read, so that
 * nothing moves while they go through the list
 */
export function homeGroups(
  list: readonly CareEvent[],
  unsent: Store['delivery']['unsent'],
  wasFresh: (event: CareEvent) => boolean,
): HomeGroups {
  const own = list.filter(isOnHome);
  const names = new Map(
    own.map((event) => {
      const name = groupOf(event, unsent);
      return [event, name === 'earlier' && event.status === 'VIEWED' && wasFresh(event) ? 'fresh' : name];
    }),
  );
  const inGroup = (name: GroupName) => own.filter((event) => names.get(event) === name);
  const actionable = inGroup('actionable');
  const isUrgent = ({ status }: CareEvent) => status === 'URGENT';
  return {
    actionable: [...actionable.filter(isUrgent), ...actionable.filter((event) => !isUrgent(event))],
    fresh: inGroup('fresh'),
    earlier: inGroup('earlier'),
  };
}
