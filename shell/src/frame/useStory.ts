import { useEffect } from 'react';
import { paths } from 'shared-ui';
import { featureContract } from '../remotes/contracts.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { whenSettled } from '../startup/idle.ts';
import { ownerAt } from './areas.ts';

/** Where the screen is another remote's, the story's own is fetched so long after the page has loaded, in milliseconds. */
const OTHER_FIRST_MS = 5_000;

/** Keeps the demo story playing while the app is open: it comes with the remote that shows home. */
export function useStory(): void {
  useEffect(() => {
    const teller = ownerAt(paths.app.root)?.remote;
    if (teller === undefined) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    const begin = () => {
      if (isOver) return;
      loadOnce(teller, featureContract)
        .then(({ module }) => {
          if (!isOver) stop = module.slots?.story?.();
        })
        // The remote's own slot says what happened.
        .catch((error) => console.info('The story could not be started', error));
    };
    if (ownerAt(window.location.pathname)?.remote === teller) begin();
    else whenSettled(begin, OTHER_FIRST_MS);
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);
}
