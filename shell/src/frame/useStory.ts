import { useEffect } from 'react';
import { featureDoor } from '../remotes/doors.ts';
import { loadOnce } from '../remotes/loads.ts';

/** Keeps the demo story playing while the app is open. Without the timeline remote there is no story. */
export function useStory(): void {
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    loadOnce('timeline', featureDoor)
      .then(({ module }) => {
        if (!isOver) stop = module.slots?.story?.();
      })
      // The remote's own room says what happened.
      .catch((error) => console.info('The story could not be started', error));
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
}
