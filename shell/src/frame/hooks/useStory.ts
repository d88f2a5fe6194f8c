import { useEffect } from 'react';
import { paths } from 'shared-ui';
import { whenSettled } from '../../idle.ts';
import { featureContract } from '../../remotes/contracts.ts';
import { loadOnce } from '../../remotes/remote-cache.ts';
import { ownerAt } from '../../session/areas.ts';

/** Delay after page load before the story's remote is fetched, when another remote owns the current screen (ms). */
const STORY_DELAY_MS = 5_000;

/** Plays the demo story while the app is open. The remote that shows the home screen provides it. */
export function useStory(): void {
  useEffect(() => {
    const storyRemote = ownerAt(paths.app.root)?.remote;
    if (storyRemote === undefined) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = () => {
      if (isOver) return;
      loadOnce(storyRemote, featureContract)
        .then(({ module }) => {
          if (!isOver) stop = module.slots?.story?.();
        })
        // The remote's own slot reports the failure.
        .catch((error) => console.info('The story could not be started', error));
    };
    if (ownerAt(window.location.pathname)?.remote === storyRemote) start();
    else whenSettled(start, STORY_DELAY_MS);
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
}
