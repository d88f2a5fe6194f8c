import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from 'shared-ui';
import { RemoteBoundary } from '../remotes/RemoteBoundary.tsx';
import { appGuard } from '../session/guards.tsx';
import { whenSettled } from '../startup/idle.ts';

const giveUp = (error: unknown) => console.info('News come with the next refresh only', error);

/**
 * Follows the event stream with code loaded after the first screen. If that fails, the page updates on refresh only.
 */
export function Live() {
  const mayRead = useStore((state) => appGuard(state) === null);
  const [part, setPart] = useState<{ News: ComponentType } | null>(null);
  useEffect(() => {
    if (!mayRead || part) return;
    let isOver = false;
    whenSettled(() => {
      if (isOver) return;
      import('./LiveNews.tsx').then(({ default: News }) => setPart({ News }), giveUp);
    });
    return () => {
      isOver = true;
    };
  }, [mayRead, part]);
  return (
    part && (
      <RemoteBoundary onError={giveUp} fallback={null}>
        <part.News />
      </RemoteBoundary>
    )
  );
}
