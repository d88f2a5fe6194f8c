import type { CareEvent } from 'mock-api/contract';
import { fetchEvents, fetchNotifications, fetchProfiles, viewEvent } from '../api/index.ts';
import { patch, type Store, store } from './store.ts';

/** Statuses that ask for attention and count in a profile's badge (specification, section 4). */
const ATTENTION: ReadonlySet<CareEvent['status']> = new Set(['ACTIONABLE', 'NOT_VIEWED', 'URGENT']);

const asksForAttention = (event: CareEvent) => ATTENTION.has(event.status);

/** How many events of a profile ask for attention. */
export const badgeOf = (profileId: number) => (state: Store) =>
  state.events.list.filter((event) => event.profileId === profileId && asksForAttention(event)).length;

const newestFirst = (a: CareEvent, b: CareEvent) => b.createdAt.localeCompare(a.createdAt);

/** Puts new events at the front; one that is there already is replaced where it stands. */
export function mergeEvents(list: CareEvent[], incoming: CareEvent[]): CareEvent[] {
  const fresh = new Map(incoming.map((event) => [event.id, event]));
  const kept = list.map((event) => {
    const replacement = fresh.get(event.id);
    fresh.delete(event.id);
    return replacement ?? event;
  });
  return [...[...fresh.values()].sort(newestFirst), ...kept];
}

/** Fetches events, profiles and notifications. Throws ApiFailure; what was shown before stays. */
export async function loadTimeline(): Promise<void> {
  patch('events', { loading: 'loading' });
  try {
    const [events, profiles, notifications] = await Promise.all([fetchEvents(), fetchProfiles(), fetchNotifications()]);
    patch('events', { list: [...events].sort(newestFirst), loading: 'ready' });
    patch('profiles', { list: profiles });
    patch('notifications', { list: notifications });
  } catch (error) {
    patch('events', { loading: 'failed' });
    throw error;
  }
}

/** New events arrived. */
export function addEvents(events: CareEvent[]): void {
  patch('events', { list: mergeEvents(store.getState().events.list, events) });
}

/**
 * The person has opened the event and leaves it: it becomes VIEWED, here at once and on the server. A pending event
 * waits for somebody else and stays as it is.
 */
export async function dismissEvent(id: string): Promise<void> {
  const event = store.getState().events.list.find((candidate) => candidate.id === id);
  if (!event || event.status === 'VIEWED' || event.status === 'PENDING') return;
  addEvents([{ ...event, status: 'VIEWED', viewed: true, isRead: true }]);
  try {
    addEvents([await viewEvent(id)]);
  } catch (error) {
    console.info('The server could not be told that an event was viewed', error);
  }
}
