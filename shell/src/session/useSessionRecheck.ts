import { useEffect } from 'react';
import { recheckSession, requestRefresh, store } from 'shared-ui';
import { mayUseApp, RECHECK_MS } from 'shared-ui/host';
import { isLive } from '../live/state.ts';

/** Back online: what was seen last is shown as it is now. */
function refreshWhenBack(): () => void {
  return store.subscribe((state, before) => {
    const isBack = before.session.isOffline && !state.session.isOffline;
    if (isBack && mayUseApp(state)) requestRefresh().catch((error) => console.info('The refresh failed', error));
  });
}

/** The timer of a phone that slept is late: what no user may see any more must not wait for it. */
function isLate(): boolean {
  const { checkedAt } = store.getState().session;
  return document.visibilityState === 'visible' && Date.now() - (checkedAt ?? 0) > RECHECK_MS;
}

/** A call that is made as the network goes or comes may still be answered, or not yet: how long that takes, in milliseconds. */
const SETTLES_MS = 3_000;

/** Whether what the browser says of the network is not what the last call has shown. */
const isInDoubt = () => store.getState().session.isOffline === navigator.onLine;

/** Whether the stream would say that the session has ended, and there is nothing else to find out. */
const isToldAnyway = () => isLive() && !store.getState().session.isOffline;

/**
 * Asks the server every 60 seconds whether the session still holds, and when the network goes or comes back. While the
 * stream is open it says by itself when the session ends.
 */
export function useSessionRecheck(): void {
  useEffect(() => {
    const recheck = () => void recheckSession();
    const returned = () => isLate() && recheck();
    const timer = setInterval(() => isToldAnyway() || recheck(), RECHECK_MS);
    document.addEventListener('visibilitychange', returned);
    const stop = refreshWhenBack();
    let settling: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      recheck();
      clearTimeout(settling);
      settling = setTimeout(() => isInDoubt() && recheck(), SETTLES_MS);
    };
    const changes = ['online', 'offline'] as const;
    for (const change of changes) window.addEventListener(change, changed);
    return () => {
      clearInterval(timer);
      clearTimeout(settling);
      stop();
      document.removeEventListener('visibilitychange', returned);
      for (const change of changes) window.removeEventListener(change, changed);
    };
  }, []);
}
