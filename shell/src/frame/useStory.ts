import { useEffect } from 'react';
import { whenIdle } from '../idle.ts';
import { featureDoor } from '../remotes/doors.ts';
import { loadOnce } from '../remotes/loads.ts';
import { remoteOf } from './areas.ts';

/** Keeps the demo story playing while the app is open. Without the timeline remote there is no story. */
export function useStory(): void {
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const begin = () => {
      if (isOver) return;
      loadOnce('timeline', featureDoor)
        .then(({ module }) => {
          if (!isOver) stop = module.slots?.story?.();
        })
        // The remote's own room says what happened.
        .catch((error) => console.info('The story could not be started', error));
    };
    // Where the screen is another remote's, that one comes first.
    if (remoteOf(window.location.pathname) === 'timeline') begin();
    else whenIdle(begin);
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
}
