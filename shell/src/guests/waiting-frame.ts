/** The frame that waits for a page's first guest. Its code is a file of its own, which is loaded where there are guests. */
import type { SurveyRemote } from 'shared-ui/contract';
import type { LocatedManifest } from '../remotes/manifest.ts';
import type { ReadyFrame } from './element.ts';

const loadCode = () => import('./load-guest.ts');

let waiting: ReadyFrame | undefined;
/** A guest has begun to load: later forms open frames of their own, so another would wait for nothing. */
let isWanted = true;

/** Has an empty frame wait, unless one does or did: nothing of a guest is in it or fetched for it. */
export async function openWaitingFrame(): Promise<void> {
  const { openWaiting } = await loadCode();
  if (isWanted) waiting ??= openWaiting();
}

/** A guest (see load-guest.ts), in the frame that waits or else in one that begins now. Throws RemoteFailure. */
export async function loadWaiting(remote: string, locating: Promise<LocatedManifest>): Promise<SurveyRemote> {
  isWanted = false;
  const { loadGuest, openWaiting } = await loadCode();
  return loadGuest(remote, locating, () => {
    const ready = waiting ?? openWaiting();
    waiting = undefined;
    return ready;
  });
}
