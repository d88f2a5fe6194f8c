import { useEffect } from 'react';
import { recheckSession, requestRefresh, store } from 'shared-ui';
import { isServerCutOff, mayUseApp, onReconnect, RECHECK_MS } from 'shared-ui/host';

/** The stream counts as closed after this time without activity (ms). The server sends a heartbeat every 15 s. */
const ALIVE_TIMEOUT_MS = 45_000;

let aliveAt = Number.NEGATIVE_INFINITY;

/** Records activity on this browser's stream. */
export function noteAlive(): void {
  aliveAt = Date.now();
}

/** Records that the stream failed, or that this page stopped following it. */
export function noteDisconnected(): void {
  aliveAt = Number.NEGATIVE_INFINITY;
}

/** Whether the stream is open, so that nothing needs to be polled. */
export const isLive = (): boolean => Date.now() - aliveAt < ALIVE_TIMEOUT_MS;

/** Refetches the data after some of it could not be fetched. */
function refresh(): void {
  if (mayUseApp(store.getState())) requestRefresh().catch((error) => console.info('The refresh failed', error));
}

/** Refetches the data when the app is back online. */
function refreshWhenBack(): () => void {
  return store.subscribe(({ session }, before) => {
    if (before.session.isOffline && !session.isOffline) refresh();
  });
}

/**
 * Whether to check the session when the page becomes visible. Timers are late after a phone was asleep, but neither a
 * revoked session nor the offline line must stay on screen until then.
 */
function isRecheckOverdue(): boolean {
  if (document.visibilityState !== 'visible') return false;
  const { checkedAt, isOffline } = store.getState().session;
  return isOffline || isServerCutOff() || Date.now() - (checkedAt ?? 0) > RECHECK_MS;
}

/** Delay before a second check after a network change (ms), as requests during the change may have either result. */
const SETTLE_MS = 1_000;

/** Whether the browser's network state contradicts the result of the last request. */
const isInDoubt = () => store.getState().session.isOffline === navigator.onLine;

/** Whether the stream will report the end of the session, so that polling is unnecessary. */
const streamReportsExpiry = () => isLive() && !store.getState().session.isOffline;

/**
 * Checks every 60 seconds, and when the network state changes or the server answers again, whether the session is still
 * valid. Skips the interval while the stream is open, because it reports the end of the session.
 */
export function useSessionRecheck(): void {
  useEffect(() => {
    const recheck = () => void recheckSession();
    const onVisible = () => isRecheckOverdue() && recheck();
    const timer = setInterval(() => streamReportsExpiry() || recheck(), RECHECK_MS);
    document.addEventListener('visibilitychange', onVisible);
    const stopRefreshing = refreshWhenBack();
    // The first answer ends the offline state by a check, which refreshes; after a short gap there was none.
    const stopWaiting = onReconnect(() => (store.getState().session.isOffline ? recheck() : refresh()));
    let settling: ReturnType<typeof setTimeout> | undefined;
    const onNetworkChange = () => {
      recheck();
      clearTimeout(settling);
      settling = setTimeout(() => isInDoubt() && recheck(), SETTLE_MS);
    };
    const networkEvents = ['online', 'offline'] as const;
    for (const change of networkEvents) window.addEventListener(change, onNetworkChange);
    return () => {
      clearInterval(timer);
      clearTimeout(settling);
      stopRefreshing();
      stopWaiting();
      document.removeEventListener('visibilitychange', onVisible);
      for (const change of networkEvents) window.removeEventListener(change, onNetworkChange);
    };
  }, []);
}
