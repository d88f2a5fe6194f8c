import type { CareEvent, Notification, Profile, RequestAccepted, RequestDeclined } from 'mock-api/contract';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/http/client.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { readAllCached, readThrough, writeCached } from '../../platform/http/offline-cache.ts';
import { savedToken } from '../../platform/http/token.ts';
import { runtimeConfig } from '../../platform/runtime.ts';
import { ensureFresh, fetchSlice, showCopy } from '../freshness.ts';
import { store, updateSlice } from '../store.ts';
import { surveyOf } from './rules.ts';

/** Events, profiles and notifications. */
type Timeline = [CareEvent[], Profile[], Notification[]];

/**
 * Paths of the events of every profile the session may see, newest first; of the profiles for the selector (1 is the
 * user, 2 a person they support); and of the notifications.
 */
const TIMELINE_PATHS = ['events', 'v1/profiles', 'v1/notifications'] as const;

const fetchTimeline = () =>
  Promise.all(TIMELINE_PATHS.map((path) => readThrough<unknown[]>(path))) as Promise<Timeline>;

/** Returns this phone's copy of the timeline, and when its oldest part was sent; undefined if a part is missing. */
async function readTimelineCopy(): Promise<{ parts: Timeline; at: number } | undefined> {
  const cached = await readAllCached(TIMELINE_PATHS);
  return cached && { parts: cached.map(({ body }) => body) as Timeline, at: Math.min(...cached.map(({ at }) => at)) };
}

const pathOf = (id: string) => `v1/events/${encodeURIComponent(id)}`;

/** Compares as text: all timestamps are UTC in one format, and comparing by locale costs more. */
function newestFirst(a: CareEvent, b: CareEvent): number {
  if (a.createdAt === b.createdAt) return 0;
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** Merges new events into the list, newest first. An event that is already there is replaced in place. */
function mergeEvents(list: CareEvent[], incoming: CareEvent[]): CareEvent[] {
  const fresh = new Map(incoming.map((event) => [event.id, event]));
  const updated = list.map((event) => {
    const replacement = fresh.get(event.id);
    fresh.delete(event.id);
    return replacement ?? event;
  });
  return [...fresh.values(), ...updated].sort(newestFirst);
}

/**
 * Returns the server's list, except for events that changed locally during the request: those added, viewed or removed
 * since `before` are taken from `current`.
 */
export function reconcile(answer: CareEvent[], before: CareEvent[], current: CareEvent[]): CareEvent[] {
  const earlier = new Set(before);
  const isUntouched = (event: CareEvent) => earlier.has(event);
  const settled = new Set(current.filter(isUntouched).map(({ id }) => id));
  const known = new Set([...before, ...current].map(({ id }) => id));
  const fromServer = answer.filter(({ id }) => settled.has(id) || !known.has(id));
  return [...fromServer, ...current.filter((event) => !isUntouched(event))].sort(newestFirst);
}

/** Events deleted on this phone: id -> `updatedAt` (ISO 8601) at the time of the deletion. */
const deleted = new Map<string, string>();

store.subscribe(({ session }) => {
  if (session.status !== 'full') deleted.clear();
});

/** Returns whether an incoming event was sent before it was deleted here. An event that was restored since is newer. */
export function wasDeleted({ id, updatedAt }: Pick<CareEvent, 'id' | 'updatedAt'>): boolean {
  const last = deleted.get(id);
  return last !== undefined && updatedAt <= last;
}

const withoutDeleted = (events: CareEvent[]) => events.filter((event) => !wasDeleted(event));

function putTimeline(events: CareEvent[], [, profiles, notifications]: Timeline): void {
  updateSlice('events', { list: events });
  updateSlice('profiles', { list: profiles });
  updateSlice('notifications', { list: notifications });
}

/**
 * Fetches events, profiles and notifications. The first time, shows this phone's copy until they arrive.
 * @throws ApiFailure, in which case the previous content stays
 */
export function loadTimeline(): Promise<void> {
  const { list, fetchedAt } = store.getState().events;
  let before = list;
  const putCopy = (copy: Timeline) => {
    before = reconcile(withoutDeleted(copy[0]), before, store.getState().events.list);
    putTimeline(before, copy);
  };
  const fetch = () => {
    if (fetchedAt === null) void showCopy('events', readTimelineCopy, putCopy);
    return fetchTimeline();
  };
  return fetchSlice('events', fetch, (timeline) =>
    putTimeline(reconcile(withoutDeleted(timeline[0]), before, store.getState().events.list), timeline),
  );
}

/** Fetches the timeline unless it was already fetched for this language and since the last refresh. */
export const ensureTimeline = () => ensureFresh('events', loadTimeline);

/** Fetches the timeline again. A fetch in progress may have begun before a change and is discarded. */
export function reloadTimeline(): Promise<void> {
  updateSlice('events', { stamp: null });
  return loadTimeline();
}

const putAll = (events: CareEvent[]) =>
  updateSlice('events', { list: mergeEvents(store.getState().events.list, withoutDeleted(events)) });

/** Adds new events from the server, or replaces known ones. */
export function addEvents(events: CareEvent[]): void {
  putAll(events);
  updateSlice('events', { fetchedAt: Date.now() });
}

/** Replaces the person's notifications with the server's current ones. */
export function replaceNotifications(list: Notification[]): void {
  updateSlice('notifications', { list });
}

/**
 * Marks an event VIEWED after the person has opened and left it: here immediately, then on the server. A pending event
 * waits for another person and does not change.
 */
export async function dismissEvent(id: string): Promise<void> {
  const event = store.getState().events.list.find((candidate) => candidate.id === id);
  if (!event || event.status === 'VIEWED' || event.status === 'PENDING') return;
  putAll([{ ...event, status: 'VIEWED', viewed: true, isRead: true }]);
  // A reload shows this phone's copy first, in which the event must not be new again.
  void writeCached(savedToken(), 'events', async () => ({ body: store.getState().events.list }));
  try {
    // Other events may be older than this response: `fetchedAt` stays.
    putAll([await call<CareEvent>('post', `${pathOf(id)}/view`)]);
  } catch (error) {
    console.info('Marking an event as viewed failed on the server', error);
    // It was deleted, or is no longer shared.
    if (error instanceof ApiFailure && error.status === 404) updateSlice('events', { list: withoutEvent(id) });
  }
}

/** Returns whether an event waits for answers. Outside the demo, only sending them ends that: the server marks it. */
const waitsForSurvey = (event: CareEvent) =>
  !runtimeConfig().demo && event.status === 'ACTIONABLE' && surveyOf(event) !== undefined;

/**
 * Dismisses every event that leads to this event, result, care plan, message or request, since the person has seen it. Skips
 * events with a half-filled form, or outside the demo with a form that was not sent: they would not find it again.
 */
export async function dismissEventsAbout(id: string): Promise<void> {
  await dismissAbout(id, waitsForSurvey);
}

async function dismissAbout(id: string, isKept: (event: CareEvent) => boolean): Promise<void> {
  const { events: timeline, delivery } = store.getState();
  const about = timeline.list.filter((event) => [event.id, event.linkId, event.requestId].includes(id));
  const events = about.filter((event) => !delivery.drafts.includes(event.id) && !isKept(event));
  await Promise.all(events.map((event) => dismissEvent(event.id)));
}

/**
 * Marks what led to this event, result, care plan or message VIEWED when the person leaves the screen, or the page: a
 * phone that is locked may never show it again.
 */
export function useDismissOnLeave(id: string): void {
  const leaving = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => {
    if (leaving.current?.id === id) clearTimeout(leaving.current.timer);
    const dismissIfHidden = () => {
      // Whoever comes back may still fill in a form.
      if (document.visibilityState === 'hidden') void dismissAbout(id, (event) => surveyOf(event) !== undefined);
    };
    document.addEventListener('visibilitychange', dismissIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', dismissIfHidden);
      // Deferred: React's strict mode unmounts and remounts immediately, which does not count as leaving.
      leaving.current = { id, timer: setTimeout(() => void dismissEventsAbout(id)) };
    };
  }, [id]);
}

const withoutEvent = (id: string) => store.getState().events.list.filter((event) => event.id !== id);

/** Deletions in progress, by event id. */
const deletions = new Map<string, Promise<void>>();

/**
 * Deletes an event, here immediately. Restores it if that fails, unless its owner has signed out by then.
 * @throws ApiFailure
 */
export async function removeEvent(event: CareEvent): Promise<void> {
  const owner = savedToken();
  deleted.set(event.id, event.updatedAt);
  updateSlice('events', { list: withoutEvent(event.id) });
  const deletion = call<void>('delete', pathOf(event.id));
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

function putBack(event: CareEvent): void {
  deleted.delete(event.id);
  updateSlice('events', { list: [...withoutEvent(event.id), event].sort(newestFirst) });
}

/**
 * Undoes a deletion after it has completed: of two concurrent requests, the server may handle the later one first.
 * @throws ApiFailure
 */
export async function bringEventBack(id: string): Promise<void> {
  try {
    await deletions.get(id);
  } catch {
    // The deletion failed: there is nothing to undo.
    return;
  }
  putBack(await call<CareEvent>('post', `${pathOf(id)}/restore`));
}

/**
 * Accepts a supporter request: removes it, and adds the event that says how it goes on and, unless the patient has to
 * say yes first, the profile (docs/product-rules.md#supporters).
 * @throws ApiFailure, in which case nothing has changed
 */
export async function acceptRequest(id: string): Promise<void> {
  const { removedId, profile, event } = await call<RequestAccepted>('post', `${pathOf(id)}/accept`);
  updateSlice('events', { list: mergeEvents(withoutEvent(removedId), [event]) });
  if (!profile) return;
  const others = store.getState().profiles.list.filter((known) => known.id !== profile.id);
  updateSlice('profiles', { list: [...others, profile].sort((a, b) => a.id - b.id) });
  if (profile.permissions) fetchShared();
}

/** Fetches what patients share, after that has changed. Screens show that they are loading, not that there is nothing. */
export function fetchShared(): void {
  updateSlice('records', { stamp: null });
  reloadTimeline().catch((error) => console.info('What is shared could not be fetched', error));
}

/**
 * Declines a supporter request, or says no to an account that wants to follow the stay: removes it, except the request of
 * the demo's story (docs/product-rules.md#supporters).
 * @throws ApiFailure, in which case nothing has changed
 */
export const declineRequest = async (id: string): Promise<void> => {
  // Older APIs answer without a body: with them, declining has no effect.
  const declined = await call<RequestDeclined | undefined>('post', `${pathOf(id)}/decline`);
  if (declined?.isRemoved) updateSlice('events', { list: withoutEvent(id) });
};
