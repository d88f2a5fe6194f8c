import { useEffect } from 'react';
import { requestedAt } from '../platform/http/client.ts';
import { ApiFailure, logUnexpected } from '../platform/http/failure.ts';
import { cachedAt, cachedForHospital } from '../platform/http/offline-cache.ts';
import { currentLanguage, onLanguageChange } from '../platform/i18n/i18n.ts';
import { dispatchSession, type Store, store, updateSlice } from './store.ts';

type FetchedSlice = 'events' | 'records' | 'supporters';

/** Returns what the server's content depends on: the number of refreshes requested, and the language of requests. */
const stampOf = ({ app }: Store): string => `${app.refresh}/${currentLanguage()}`;

const partsOf = (answer: unknown): unknown[] => [answer, ...(Array.isArray(answer) ? answer : [])];

/** Returns the earliest time that `timeOf` knows of a response's parts, or undefined if it knows none. */
function earliest(answer: unknown, timeOf: (part: unknown) => number | undefined): number | undefined {
  const times = partsOf(answer)
    .map(timeOf)
    .filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

interface Fetch {
  stamp: string;
  done: Promise<void>;
}

const fetches = new Map<FetchedSlice, Fetch>();

/** Emptying the store removes the stamp: a fetch in progress then belongs to another session. */
const hasStamp = (slice: FetchedSlice, stamp: string) => store.getState()[slice].stamp === stamp;

/**
 * Runs a slice's fetch and passes the response to `accept`, unless it is outdated by then (a refresh, another language,
 * another person). If the same fetch is already in progress, waits for that instead. If `fetch` throws, so does this,
 * and the previous content stays.
 */
export function fetchSlice<T>(
  slice: FetchedSlice,
  fetch: () => Promise<T>,
  accept: (answer: T) => void,
): Promise<void> {
  const stamp = stampOf(store.getState());
  const latest = fetches.get(slice);
  const isSameFetch = latest?.stamp === stamp && hasStamp(slice, stamp);
  if (isSameFetch && store.getState()[slice].loading === 'loading') return latest.done;
  updateSlice(slice, { loading: 'loading', stamp });
  const own: Fetch = { stamp, done: Promise.resolve() };
  fetches.set(slice, own);
  own.done = run(slice, fetch, accept, () => fetches.get(slice) === own && hasStamp(slice, stamp));
  return own.done;
}

async function run<T>(
  slice: FetchedSlice,
  fetch: () => Promise<T>,
  accept: (answer: T) => void,
  isCurrent: () => boolean,
): Promise<void> {
  try {
    const answer = await fetch();
    if (!isCurrent()) return;
    const at = earliest(answer, cachedAt);
    const { fetchedAt, isCopy = false } = store.getState()[slice];
    // Unless it is this copy, the current content is at least as new as a cached response.
    if (at !== undefined && fetchedAt !== null && !isCopy) throw new ApiFailure('unreachable', 0, 'OLD', '');
    accept(answer);
    // The stream replays what has changed since then, and the page may have made the calls seconds ago.
    const readAt = at ?? earliest(answer, requestedAt) ?? Date.now();
    updateSlice(slice, { loading: 'ready', fetchedAt: readAt, isCopy: false });
    if (at !== undefined)
      dispatchSession({ type: 'unreachable', isHospitalOut: partsOf(answer).some(cachedForHospital) });
  } catch (error) {
    if (isCurrent()) updateSlice(slice, { loading: 'failed' });
    throw error;
  }
}

/**
 * Shows this phone's copy of a slice while its first fetch is in progress.
 * @param read returns the copy's parts and when the oldest was sent; undefined if the phone lacks one
 * @param accept puts the parts into the store
 */
export async function showCopy<T>(
  slice: FetchedSlice,
  read: () => Promise<{ parts: T; at: number } | undefined>,
  accept: (parts: T) => void,
): Promise<void> {
  const { stamp } = store.getState()[slice];
  const copy = await read();
  const { loading, fetchedAt } = store.getState()[slice];
  if (!copy || stamp === null || !hasStamp(slice, stamp) || loading !== 'loading' || fetchedAt !== null) return;
  accept(copy.parts);
  updateSlice(slice, { fetchedAt: copy.at, isCopy: true });
}

/**
 * Fetches a slice unless it was already fetched for this language and since the last refresh. Failures are only logged:
 * components show them through the slice's `loading`.
 */
export async function ensureFresh(slice: FetchedSlice, load: () => Promise<void>): Promise<void> {
  const state = store.getState();
  if (state.session.status !== 'full' || state[slice].stamp === stampOf(state)) return;
  await load().catch((error) => logUnexpected(`The ${slice} could not be fetched`, error));
}

/** Keeps the data of a screen fetched while it is open, across refreshes and changes of language. */
export function useEnsureLoaded(ensure: () => Promise<void>): void {
  useEffect(() => {
    const check = () => void ensure();
    check();
    const stops = [store.subscribe(check), onLanguageChange(check)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [ensure]);
}
