import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'shared-ui';
import { RemoteBoundary } from '../remotes/RemoteBoundary.tsx';

/**
 * Delay before the code is loaded (ms), so that the screen comes first. Sessions don't expire unannounced that early.
 */
const LATER_MS = 10_000;

const giveUp = (error: unknown) => console.info('The end of the session is not watched', error);

/**
 * Watches for the end of the session, with code loaded a while after the user has signed in. If the code fails to
 * load, the page works without it.
 */
export function SessionWatch() {
  const isSignedIn = useStore(({ session }) => session.me !== null);
  const hasRunOut = useStore(({ session }) => session.hasRunOut);
  const [part, setPart] = useState<{ Ending: ComponentType } | null>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (part || !(isSignedIn || hasRunOut)) return;
    const load = () =>
      import('./SessionEnding.tsx').then(
        ({ default: Ending }) => setPart({ Ending }),
        (error: unknown) => {
          console.info('The end of the session is not watched yet', error);
          setFailures((count) => count + 1);
        },
      );
    const timer = setTimeout(load, hasRunOut && failures === 0 ? 0 : LATER_MS);
    return () => clearTimeout(timer);
  }, [part, isSignedIn, hasRunOut, failures]);
  return (
    part && (
      <RemoteBoundary onError={giveUp} fallback={null}>
        <part.Ending />
      </RemoteBoundary>
    )
  );
}
