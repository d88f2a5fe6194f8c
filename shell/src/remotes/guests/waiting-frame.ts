/** The frame that waits for a page's first guest. Its code is a separate chunk, loaded only if there are guests. */
import type { SurveyRemote } from 'shared-ui/contract';
import type { LocatedManifest } from '../loading/request.ts';
import type { ReadyFrame } from './element.ts';

const loadCode = () => import('./load-guest.ts');

let waiting: ReadyFrame | undefined;
/** False once a guest has started to load: later forms open their own frames. */
let isNeeded = true;

/** Opens an empty waiting frame, once per page. No guest code is fetched or run for it. */
export async function openWaitingFrame(): Promise<void> {
  const { openWaiting } = await loadCode();
  if (isNeeded) waiting ??= openWaiting();
}

/** Loads a guest (see load-guest.ts) in the waiting frame, or in a new one, until aborted. @throws RemoteError */
export async function loadInFrame(
  remote: string,
  locating: Promise<LocatedManifest>,
  signal: AbortSignal,
): Promise<SurveyRemote> {
  isNeeded = false;
  const { loadGuest, openWaiting } = await loadCode();
  const takeFrame = () => {
    const ready = waiting ?? openWaiting();
    waiting = undefined;
    return ready;
  };
  return loadGuest(remote, locating, takeFrame, signal);
}
