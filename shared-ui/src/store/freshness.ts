import { patch, type Store, store } from './store.ts';

type FetchedSlice = 'events' | 'records' | 'supporters';

/** What the server's content depends on: how often a refresh was asked for, and the language. */
export const stampOf = ({ app, settings }: Store): string => `${app.refresh}/${settings.locale}`;

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
    accept(answer);
    patch(slice, { loading: 'ready' });
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
