import { ApiFailure } from '../../platform/http/failure.ts';
import { loadTimeline } from '../events/events.ts';
import { emptyPersonalData, store, updateSlice } from '../store.ts';
import { restartDemo } from './api.ts';
import { endSession, mayUseApp, sessionKnown } from './session.ts';

/** Fetches again what is shown: the timeline here, anything else by the subscribers of `app.refresh`. */
export async function requestRefresh(): Promise<void> {
  updateSlice('app', { refresh: store.getState().app.refresh + 1 });
  if (mayUseApp(store.getState())) await loadTimeline();
}

/**
 * Starts this user's demo again and stays signed in: what the story brought is gone here as on the server. Throws
 * ApiFailure when the server could not be told; then nothing has changed.
 */
export async function restartStory(): Promise<void> {
  const { app, session } = store.getState();
  if (session.me?.scope === 'full') await restartDemo(session.me.id);
  store.setState({ ...emptyPersonalData(), app: { ...app, isInitialized2: false, isStoryDone: false } });
  await requestRefresh().catch((error) => console.info('The timeline could not be fetched', error));
}

/**
 * Starts this user's demo again, signs out and clears what this phone has kept. Throws ApiFailure when the server could
 * not be told; then nothing has changed here.
 */
export async function resetDemo(): Promise<void> {
  await sessionKnown();
  const { me, isOffline } = store.getState().session;
  if (!me && isOffline) throw new ApiFailure('unreachable', 0, 'OFFLINE', '');
  if (me?.scope === 'full') await restartDemo(me.id);
  await endSession();
  localStorage.clear();
}
