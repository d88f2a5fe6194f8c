import type { CareEvent, Notification } from 'mock-api/contract';
import { savedToken } from '../../platform/http/token.ts';
import { ensureFresh, fetchSlice } from '../freshness.ts';
import { fetchProfiles } from '../profiles/api.ts';
import { store, updateSlice } from '../store.ts';
import {
  acceptSupporterRequest,
  declineSupporterRequest,
  deleteEvent,
  fetchEvents,
  fetchNotifications,
  restoreEvent,
  viewEvent,
} from './api.ts';

/** Moments are UTC in one format, whose letters sort as time does: no language's order is needed, which costs more. */
function newestFirst(a: CareEvent, b: CareEvent): number {
  if (a.createdAt === b.createdAt) return 0;
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** Puts new events into their places, the newest first; one that is there already is replaced where it stands. */
export function mergeEvents(list: CareEvent[], incoming: CareEvent[]): CareEvent[] {
  const fresh = new Map(incoming.map((event) => [event.id, event]));
  const kept = list.map((event) => {
    const replacement = fresh.get(event.id);
    fresh.delete(event.id);
    return replacement ?? event;
  });
  return [...fresh.values(), ...kept].sort(newestFirst);
}

/**
 * The server's list, except for events that changed here while it was on its way: those added, viewed or removed since
 * `before` are taken as `current` has them.
 */
export function reconcile(answer: CareEvent[], before: CareEvent[], current: CareEvent[]): CareEvent[] {
  const earlier = new Set(before);
  const isUntouched = (event: CareEvent) => earlier.has(event);
  const settled = new Set(current.filter(isUntouched).map(({ id }) => id));
  const known = new Set([...before, ...current].map(({ id }) => id));
  const fromServer = answer.filter(({ id }) => settled.has(id) || !known.has(id));
  return [...fromServer, ...current.filter((event) => !isUntouched(event))].sort(newestFirst);
}

/** Events that this person has deleted here: their ids, and when they were last changed (ISO 8601) as they stood then. */
const deleted = new Map<string, string>();

store.subscribe(({ session }) => {
  if (session.status !== 'full') deleted.clear();
});

/** Whether an event as it comes was deleted here: it was on its way before the deletion. Brought back since, it is younger. */
export function wasDeleted({ id, updatedAt }: Pick<CareEvent, 'id' | 'updatedAt'>): boolean {
  const last = deleted.get(id);
  return last !== undefined && updatedAt <= last;
}

const withoutDeleted = (events: CareEvent[]) => events.filter((event) => !wasDeleted(event));

/** Fetches events, profiles and notifications. Throws ApiFailure; what was shown before stays. */
export function loadTimeline(): Promise<void> {
  const before = store.getState().events.list;
  return fetchSlice(
    'events',
    () => Promise.all([fetchEvents(), fetchProfiles(), fetchNotifications()]),
    ([events, profiles, notifications]) => {
      updateSlice('events', { list: reconcile(withoutDeleted(events), before, store.getState().events.list) });
      updateSlice('profiles', { list: profiles });
      updateSlice('notifications', { list: notifications });
    },
  );
}

/** Fetches the timeline where that has not been done for this language and since the last refresh. */
export const ensureTimeline = () => ensureFresh('events', loadTimeline);

const putAll = (events: CareEvent[]) =>
  updateSlice('events', { list: mergeEvents(store.getState().events.list, withoutDeleted(events)) });

/** The server sent new events, or known ones as they are now. */
export function addEvents(events: CareEvent[]): void {
  putAll(events);
  updateSlice('events', { fetchedAt: Date.now() });
}

/** The server sent the person's notifications as they are now. */
export function replaceNotifications(list: Notification[]): void {
  updateSlice('notifications', { list });
}

/**
 * The person has opened the event and leaves it: it becomes VIEWED, here at once and on the server. A pending event
 * waits for another person and stays as it is.
 */
export async function dismissEvent(id: string): Promise<void> {
  const event = store.getState().events.list.find((candidate) => candidate.id === id);
  if (!event || event.status === 'VIEWED' || event.status === 'PENDING') return;
  putAll([{ ...event, status: 'VIEWED', viewed: true, isRead: true }]);
  try {
    addEvents([await viewEvent(id)]);
  } catch (error) {
    console.info('The server could not be told that an event was viewed', error);
  }
}

/**
 * Dismisses every event that leads to this event, result, care plan or message: the person has seen what it is about.
 * One whose form they have left half filled in stays as it is, or they would not find it again.
 */
export async function dismissEventsAbout(id: string): Promise<void> {
  const { events: timeline, delivery } = store.getState();
  const about = timeline.list.filter((event) => event.id === id || event.linkId === id);
  const events = about.filter((event) => !delivery.drafts.includes(event.id));
  await Promise.all(events.map((event) => dismissEvent(event.id)));
}

const withoutEvent = (id: string) => store.getState().events.list.filter((event) => event.id !== id);

/** Deletions on their way, by the event's id. */
const deletions = new Map<string, Promise<void>>();

/**
 * Deletes an event: here at once. When the server refuses or can't be reached it is back, unless its owner has signed out
 * by then, and ApiFailure is thrown.
 */
export async function removeEvent(event: CareEvent): Promise<void> {
  const owner = savedToken();
  deleted.set(event.id, event.updatedAt);
  updateSlice('events', { list: withoutEvent(event.id) });
  const deletion = deleteEvent(event.id);
  deletions.set(event.id, deletion);
  try {
    await deletion;
  } catch (error) {
    if (savedToken() === owner) putBack(event);
    throw error;
  } finally {
    deletions.delete(event.id);
  }
}

/** An event that was deleted here stands where it stood. */
function putBack(event: CareEvent): void {
  deleted.delete(event.id);
  updateSlice('events', { list: [...withoutEvent(event.id), event].sort(newestFirst) });
}

/**
 * Takes a deletion back, once it has arrived: of two calls on their way at once the server may take the later one first. The
 * event stands where it stood. Throws ApiFailure.
 */
export async function bringEventBack(id: string): Promise<void> {
  try {
    await deletions.get(id);
  } catch {
    // The deletion failed: there is nothing to take back.
    return;
  }
  putBack(await restoreEvent(id));
}

/**
 * Accepts a supporter request: the request goes, the profile and the event that says so come
 * (docs/product-rules.md#supporters). Throws ApiFailure; then nothing has changed.
 */
export async function acceptRequest(id: string): Promise<void> {
  const { removedId, profile, event } = await acceptSupporterRequest(id);
  const others = store.getState().profiles.list.filter((known) => known.id !== profile.id);
  updateSlice('events', { list: mergeEvents(withoutEvent(removedId), [event]) });
  updateSlice('profiles', { list: [...others, profile].sort((a, b) => a.id - b.id) });
}

/** Declines a supporter request, which has no effect: it stays where it is (docs/product-rules.md#supporters). */
export const declineRequest = (id: string): Promise<void> => declineSupporterRequest(id);
