import type { StorySeries } from 'mock-api/contract';
import { ApiFailure } from '../../platform/http/failure.ts';
import { loadTimeline } from '../events/events.ts';
import { emptyPersonalData, store, updateSlice } from '../store.ts';
import { restartDemo } from './api.ts';
import { endSession, mayUseApp, sessionKnown, signedInUser } from './session.ts';

/** Refetches what is shown: the timeline here, everything else by the subscribers of `app.refresh`. */
export async function requestRefresh(): Promise<void> {
  updateSlice('app', { refresh: store.getState().app.refresh + 1 });
  if (mayUseApp(store.getState())) await loadTimeline();
}

/**
 * Restarts this user's demo and stays signed in: the story's content is removed here and on the server. Throws
 * ApiFailure if the request fails, in which case nothing has changed.
 */
export async function restartStory(): Promise<void> {
  const state = store.getState();
  const { app } = state;
  const user = signedInUser(state);
  if (user) await restartDemo(user.id);
  store.setState({ ...emptyPersonalData(), app: { ...app, isInitialized2: false, isStoryDone: false } });
  await requestRefresh().catch((error) => console.info('The timeline could not be fetched', error));
}

/**
 * Restarts this user's demo, signs out and clears what is stored on this phone. Throws ApiFailure if the request fails,
 * in which case nothing has changed here.
 */
export async function resetDemo(): Promise<void> {
  await sessionKnown();
  const state = store.getState();
  const { me, isOffline } = state.session;
  const user = signedInUser(state);
  if (!me && isOffline) throw new ApiFailure('unreachable', 0, 'OFFLINE', '');
  if (user) await restartDemo(user.id);
  await endSession();
  localStorage.clear();
}

/** Fields of the store that mark a series as begun (docs/product-rules.md#story). */
const BEGUN = { patient: 'isInitialized', supporter: 'isInitialized2' } as const satisfies Record<StorySeries, string>;

/** Marks a series of the demo story as begun. */
export function markStoryBegun(series: StorySeries): void {
  updateSlice('app', { [BEGUN[series]]: true });
}

/** Marks the demo story as done: it has reached its marker. */
export function markStoryDone(): void {
  updateSlice('app', { isStoryDone: true });
}

/** Marks the demo story as no longer playing. Its progress stays as it is. */
export function markStoryStopped(): void {
  updateSlice('app', { isInitialized: false, isInitialized2: false });
}
