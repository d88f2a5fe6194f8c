import { type ComponentType, useEffect, useState } from 'react';
import { type Store, useStore } from 'shared-ui';
import { onDemandOptional } from 'shared-ui/host';
import { RemoteBoundary } from './remotes/fallback.tsx';

interface BackgroundOptions {
  isNeeded(state: Store): boolean;
  /** Runs `start` when the code may be loaded. */
  later(start: () => void): void;
  /** Logged when the code can't be loaded, or fails. */
  failed: string;
  /** Delay before a failed load is tried again (ms); without it, there is one try. */
  retryMs?: number;
}

/** Returns a component whose code is loaded a while after it is needed. If that fails, the page works without it. */
export function backgroundPart(load: () => Promise<{ default: ComponentType }>, options: BackgroundOptions) {
  const { isNeeded, later, failed } = options;
  const onError = (error: unknown) => console.info(failed, error);
  const Part = onDemandOptional(load, { ...options, onError });
  return function BackgroundPart() {
    const isWanted = useStore(isNeeded);
    const [isDue, setIsDue] = useState(false);
    useEffect(() => {
      if (!isWanted || isDue) return;
      let isOver = false;
      later(() => {
        if (!isOver) setIsDue(true);
      });
      return () => {
        isOver = true;
      };
    }, [isWanted, isDue]);
    return (
      isDue && (
        <RemoteBoundary onError={onError} fallback={null}>
          <Part />
        </RemoteBoundary>
      )
    );
  };
}
