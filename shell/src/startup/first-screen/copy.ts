/** A copy of a screen that the page shows until the real one has rendered behind it. */
import { followPresses, recordPresses } from './presses.ts';
import { takeOver } from './take-over.ts';

const page = document.documentElement;
const copyOnPage = () => document.getElementById('first-screen');

/** Calls `work` once the page is parsed, when scripts with `defer` run. */
export function whenParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work);
  else work();
}

/** Hides the copy that is part of the page. */
export function hideCopy(): void {
  page.dataset.firstScreen = 'hidden';
  whenParsed(() => copyOnPage()?.remove());
}

/**
 * Shows the copy until the real screen takes over what was done in it.
 * @param isReady returns whether the real screen, or an error in its place, has rendered in `root`
 * @param onEnd called when the real screen is shown
 * @returns a function that checks `isReady` again; the page's changes do that by themselves
 */
export function showCopy(isReady: (root: Element) => boolean, onEnd?: () => void): () => void {
  page.dataset.firstScreen = 'shown';
  const presses = recordPresses((element) => copyOnPage()?.contains(element) === true);
  const end = () => {
    observer.disconnect();
    delete page.dataset.firstScreen;
    delete page.dataset.firstWaits;
    onEnd?.();
  };
  const isPressing = followPresses(() => check());
  const check = () => {
    const [copy, root, stuck] = [copyOnPage(), document.getElementById('root'), document.getElementById('stuck')];
    if (!copy) return;
    if (stuck?.hidden === false) {
      end();
      copy.remove();
    } else if (root && isReady(root) && !isPressing()) takeOver(copy, root, presses, end);
  };
  // Runs between React's changes and the next frame.
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] });
  return check;
}
