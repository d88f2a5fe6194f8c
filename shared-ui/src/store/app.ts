import { restartDemo } from '../api/index.ts';
import { loadTimeline } from './events.ts';
import { endSession, mayUseApp } from './session.ts';
import { patch, store } from './store.ts';

/** Has what is shown fetched again: the timeline here, anything else by whoever watches `app.refresh`. */
export async function requestRefresh(): Promise<void> {
  patch('app', { refresh: store.getState().app.refresh + 1 });
  if (mayUseApp(store.getState())) await loadTimeline();
}

/**
 * Starts this user's demo again, signs out and clears what this phone has kept. Throws ApiFailure when the server could
 * not be told; then nothing has changed here.
 */
export async function resetDemo(): Promise<void> {
  const { me } = store.getState().session;
  if (me?.scope === 'full') await restartDemo(me.id);
  await endSession();
  localStorage.clear();
}
