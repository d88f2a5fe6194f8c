import { useEffect, useState } from 'react';
import { useStore } from 'shared-ui';
import { onDemandOptional } from 'shared-ui/host';
import { whenSettled } from '../idle.ts';
import { RemoteBoundary } from '../remotes/fallback.tsx';
import { appGuard, staffGuard } from '../session/guards.ts';

const giveUp = (error: unknown) =>
  console.info('Live updates could not be loaded; data is updated on refresh only', error);

const LiveUpdates = onDemandOptional(() => import('./LiveUpdates.tsx'), { onError: giveUp });

/**
 * Follows the event stream with code loaded after the first screen. If that fails, the page updates on refresh only.
 */
export function Live() {
  const canRead = useStore((state) => appGuard(state) === null || staffGuard(state) === null);
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!canRead || isDue) return;
    let isOver = false;
    whenSettled(() => {
      if (!isOver) setIsDue(true);
    });
    return () => {
      isOver = true;
    };
  }, [canRead, isDue]);
  return (
    isDue && (
      <RemoteBoundary onError={giveUp} fallback={null}>
        <LiveUpdates />
      </RemoteBoundary>
    )
  );
}
