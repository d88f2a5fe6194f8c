import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import type { RemoteName } from './doors.ts';
import { LateWaiting } from './LateWaiting.tsx';
import type { Door, LoadedRemote } from './loader.ts';
import { loadOnce, onReplaced, replaceBroken, retry } from './loads.ts';
import { RemoteApology } from './RemoteApology.tsx';
import { RemoteBoundary } from './RemoteBoundary.tsx';

interface RemoteProps<T> {
  name: RemoteName;
  door: Door<T>;
  children(loaded: LoadedRemote<T>): ReactNode;
}

function Ready<T>({ name, door, children }: RemoteProps<T>) {
  return children(use(loadOnce(name, door)));
}

/**
 * A remote's room on the page. While it loads the person waits; when its version fails the one before it is tried; when
 * none is left there is an apology with "Try again", which needs no reload. Nothing outside the room notices.
 */
export function Remote<T>({ name, door, children }: RemoteProps<T>) {
  const [attempt, setAttempt] = useState(0);
  const [isOut, setIsOut] = useState(false);
  const nextAttempt = () => setAttempt((count) => count + 1);

  useEffect(() => {
    onReplaced.addEventListener('replaced', nextAttempt);
    return () => onReplaced.removeEventListener('replaced', nextAttempt);
  });

  const onError = async (error: unknown) => {
    if (await replaceBroken(name, door, error)) nextAttempt();
    else setIsOut(true);
  };
  const onRetry = async () => {
    await retry(name, door);
    setIsOut(false);
    nextAttempt();
  };

  if (isOut) return <RemoteApology name={name} onRetry={onRetry} />;
  return (
    <RemoteBoundary key={attempt} onError={onError} fallback={<LateWaiting />}>
      <Suspense fallback={<LateWaiting />}>
        <Ready name={name} door={door}>
          {children}
        </Ready>
      </Suspense>
    </RemoteBoundary>
  );
}
