import { whenQuiet, whenSettled } from '../startup/idle.ts';
import { sayNoRoom } from './state.ts';

/** Starts what offline use needs, once the first screen stands. Should that fail, the product works online. */
export function startOfflineLater(): void {
  // What was seen may be kept before all that, and then say that there is no room.
  window.addEventListener('lodestar:no-room', sayNoRoom);
  const start = () => {
    import('./updates.ts')
      .then(({ startOffline }) => startOffline())
      .catch((error: unknown) => console.info('Nothing is kept for use without network', error));
  };
  // Where a worker serves the page there is little to do, and what it has to say is heard early. One that must come first
  // fetches and stores everything, which a slow phone feels.
  if (navigator.serviceWorker?.controller) whenSettled(start, 0);
  else whenQuiet(start);
}
