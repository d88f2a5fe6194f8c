import { ApiFailure } from '../platform/http/failure.ts';
import { cachedAt, cachedForHospital } from '../platform/http/offline-cache.ts';
import { type Store, store, updateSlice } from './store.ts';

type FetchedSlice = 'events' | 'records' | 'supporters';

/** What the server's content depends on: how often a refresh was asked for, and the language. */
export const stampOf = ({ app, settings }: Store): string => `${app.refresh}/${settings.locale}`;

const partsOf = (answer: unknown): unknown[] => [answer, ...(Array.isArray(answer) ? answer : [])];

/** When the oldest part of an answer was given, if any of it came out of the phone. */
function oldest(answer: unknown): number | undefined {
  const ages = partsOf(answer)
    .map(cachedAt)
    .filter((at) => at !== undefined);
  return ages.length > 0 ? Math.min(...ages) : undefined;
}

/** A slice's fetch that is under way. */
interface Fetch {
  stamp: string;
  done: Promise<void>;
}

/** The last fetch of each slice. */
const fetches = new Map<FetchedSlice, Fetch>();

/** Emptying the store removes the stamp: a fetch under way then belongs to another session. */
const isWanted = (slice: FetchedSlice, stamp: string) => store.getState()[slice].stamp === stamp;

/**
 * Runs a slice's fetch and hands the answer to `accept`, unless something else was asked for in the meantime (a refresh,
 * another language, another person). While the same is under way already, that one is waited for and nothing is fetched.
 * Throws what `fetch` throws; what was shown before stays.
 */
export function fetchSlice<T>(
  slice: FetchedSlice,
  fetch: () => Promise<T>,
  accept: (answer: T) => void,
): Promise<void> {
  const stamp = stampOf(store.getState());
  const underWay = fetches.get(slice);
  const isUnderWay = underWay?.stamp === stamp && isWanted(slice, stamp);
  if (isUnderWay && store.getState()[slice].loading === 'loading') return underWay.done;
  updateSlice(slice, { loading: 'loading', stamp });
  const own: Fetch = { stamp, done: Promise.resolve() };
  fetches.set(slice, own);
  own.done = run(slice, fetch, accept, () => fetches.get(slice) === own && isWanted(slice, stamp));
  return own.done;
}

async function run<T>(
  slice: FetchedSlice,
  fetch: () => Promise<T>,
  accept: (answer: T) => void,
  isStillWanted: () => boolean,
): Promise<void> {
  try {
    const answer = await fetch();
    if (!isStillWanted()) return;
    const at = oldest(answer);
    // What stands there already is at least as new.
    if (at !== undefined && store.getState()[slice].fetchedAt !== null)
      throw new ApiFailure('unreachable', 0, 'OLD', '');
    accept(answer);
    updateSlice(slice, { loading: 'ready', fetchedAt: at ?? Date.now() });
    if (at !== undefined)
      updateSlice('session', { isOffline: true, isHospitalOut: partsOf(answer).some(cachedForHospital) });
  } catch (error) {
    if (isStillWanted()) updateSlice(slice, { loading: 'failed' });
    throw error;
  }
}

/**
 * Fetches a slice that never was fetched, or was for another language or before the last refresh. A failure is shown by
 * the components that read the slice's `loading`, so here it is only logged.
 */
export async function ensureFresh(slice: FetchedSlice, load: () => Promise<void>): Promise<void> {
  const state = store.getState();
  if (state.session.status !== 'full' || state[slice].stamp === stampOf(state)) return;
  await load().catch((error) => console.info(`The ${slice} could not be fetched`, error));
}
