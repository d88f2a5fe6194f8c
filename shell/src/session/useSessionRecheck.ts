import { useEffect } from 'react';
import { mayUseApp, RECHECK_MS, recheckSession, requestRefresh, store } from 'shared-ui';

/** Back online: what was seen last is shown as it is now. */
function refreshWhenBack(): () => void {
  return store.subscribe((state, before) => {
    const isBack = before.session.isOffline && !state.session.isOffline;
    if (isBack && mayUseApp(state)) requestRefresh().catch((error) => console.info('The refresh failed', error));
  });
}

/** Asks the server every 60 seconds whether the session still holds, and when the network goes or comes back. */
export function useSessionRecheck(): void {
  useEffect(() => {
    const recheck = () => void recheckSession();
    const timer = setInterval(recheck, RECHECK_MS);
    const changes = ['online', 'offline'] as const;
    for (const change of changes) window.addEventListener(change, recheck);
    const stop = refreshWhenBack();
    return () => {
      clearInterval(timer);
      stop();
      for (const change of changes) window.removeEventListener(change, recheck);
    };
  }, []);
}
