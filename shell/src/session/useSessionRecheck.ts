import { useEffect } from 'react';
import { RECHECK_MS, recheckSession } from 'shared-ui';

/** Asks the server every 60 seconds whether the session still holds, and when the network comes back. */
export function useSessionRecheck(): void {
  useEffect(() => {
    const recheck = () => void recheckSession();
    const timer = setInterval(recheck, RECHECK_MS);
    window.addEventListener('online', recheck);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', recheck);
    };
  }, []);
}
