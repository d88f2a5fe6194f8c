import { useEffect, useState } from 'react';
import { useStore } from 'shared-ui';
import { onDemandOptional } from 'shared-ui/host';
import { RemoteBoundary } from '../remotes/fallback.tsx';

/**
 * Delay before the code is loaded (ms), so that the screen comes first. Sessions don't expire unannounced that early.
 */
const LATER_MS = 10_000;

const giveUp = (error: unknown) => console.info('The session expiry monitor failed', error);

const SessionEnding = onDemandOptional(() => import('./SessionEnding.tsx'), {
  onError: (error) => console.info('The session expiry monitor could not be loaded yet', error),
  retryMs: LATER_MS,
});

/**
 * Watches for the end of the session, with code loaded a while after the user has signed in. If the code fails to
 * load, the page works without it.
 */
export function SessionWatch() {
  const isSignedIn = useStore(({ session }) => session.me !== null);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (isDue || !isSignedIn) return;
    const timer = setTimeout(() => setIsDue(true), LATER_MS);
    return () => clearTimeout(timer);
  }, [isDue, isSignedIn]);
  return (
    isDue && (
      <RemoteBoundary onError={giveUp} fallback={null}>
        <SessionEnding />
      </RemoteBoundary>
    )
  );
}
