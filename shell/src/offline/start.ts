import { whenQuiet, whenSettled } from '../idle.ts';
import { reportStorageFull } from './state.ts';

/** Starts offline support after the first screen. If it fails, the app works online only. */
export function startOfflineLater(): void {
  // Data may be stored before offline support starts, and run out of space.
  window.addEventListener('lodestar:no-room', reportStorageFull);
  const start = () => {
    import('./updates.ts')
      .then(({ startOffline }) => startOffline())
      .catch((error: unknown) => console.info('Nothing is kept for use without network', error));
  };
  // With an active worker there is little to do, and its messages should arrive early. Installing one downloads and
  // stores everything, which slows down a slow phone.
  if (navigator.serviceWorker?.controller) whenSettled(start, 0);
  else whenQuiet(start);
}
