import { useEffect } from 'react';
import { prefersStillness } from '../theme/index.ts';
import { loadPlayer } from './load.ts';

/** Preloads the animations that a next step shows, so that they play immediately. Not with reduced motion. */
export function usePrefetchAnimations(): void {
  useEffect(() => {
    if (prefersStillness()) return;
    loadPlayer().catch((error: unknown) => console.info('The animations could not be loaded', error));
  }, []);
}
