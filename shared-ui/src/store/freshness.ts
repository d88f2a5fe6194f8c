import { ApiFailure, seenAt } from '../api/index.ts';
import { patch, type Store, store } from './store.ts';

type FetchedSlice = 'events' | 'records' | 'supporters';

/** What the server's content depends on: how often a refresh was asked for, and the language. */
export const stampOf = ({ app, settings }: Store): string => `${app.refresh}/${settings.locale}`;

/** When the oldest part of an answer was given, if any of it came out of the phone. */
function oldest(answer: unknown): number | undefined {
  const ages = [answer, ...(Array.isArray(answer) ? answer : [])].map(seenAt).filter((at) => at !== undefined);
  return ages.length > 0 ? Math.min(...ages) : undefined;
}

/**
 * Runs a slice's fetch and hands the answer to `accept`, unless something else was asked for in the meantime (a refresh,
 * another language, another person). Throws what `fetch` throws; what was shown before stays.
 */
export async function fetchSlice<T>(
  slice: FetchedSlice,
  fetch: () => Promise<T>,
  accept: (answer: T) => void,
): Promise<void> {
  const stamp = stampOf(store.getState());
  const isStillWanted = () => store.getState()[slice].stamp === stamp;
  patch(slice, { loading: 'loading', stamp });
  try {
    const answer = await fetch();
    if (!isStillWanted()) return;
    const at = oldest(answer);
    // What stands there already is at least as new.
    if (at !== undefined && store.getState()[slice].fetchedAt !== null)
      throw new ApiFailure('unreachable', 0, 'OLD', '');
    accept(answer);
    patch(slice, { loading: 'ready', fetchedAt: at ?? Date.now() });
    if (at !== undefined) patch('session', { isOffline: true });
  } catch (error) {
    if (isStillWanted()) patch(slice, { loading: 'failed' });
    throw error;
  }
}

/**
 * Has a slice fetched that never was, or was for another language or before the last refresh. A failure is shown by
 * whoever reads the slice's `loading`, so here it is only logged.
 */
export async function ensureFresh(slice: FetchedSlice, load: () => Promise<void>): Promise<void> {
  const state = store.getState();
  if (state.session.status !== 'full' || state[slice].stamp === stampOf(state)) return;
  await load().catch((error) => console.info(`The ${slice} could not be fetched`, error));
}
