import { hasContent } from './startup/first-screen/content.ts';

/** Delay after the first content before background work may start (ms). */
const FIRST_SCREEN_MS = 2_500;
/** Time without new files or long tasks after which the page counts as quiet (ms). */
const QUIET_MS = 500;
/** Maximum wait for a quiet or idle page (ms). */
const MAX_WAIT_MS = 5_000;

/** Maximum wait for content after load (ms): a page that never gets any still reports that. */
const MAX_CONTENT_WAIT_MS = 20_000;

function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}

/** Calls `work` when the screen has its content, or an error in its place. */
function whenContentShown(work: () => void): void {
  const root = document.getElementById('root');
  if (!root || hasContent(root)) {
    work();
    return;
  }
  const go = () => {
    observer.disconnect();
    clearTimeout(maxWait);
    work();
  };
  const observer = new MutationObserver(() => hasContent(root) && go());
  observer.observe(root, { childList: true, subtree: true });
  const maxWait = setTimeout(go, MAX_CONTENT_WAIT_MS);
}

/** Calls `work` once the page has loaded and its screen has its content: nothing may compete with what that needs. */
const afterContent = (work: () => void) => whenLoaded(() => whenContentShown(work));

/** Runs `work` when the browser is idle, or immediately if it can't tell. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  else work();
}

/**
 * Runs background work after the first content, when the browser is idle.
 * @param ms delay after the first content (ms)
 */
export function whenSettled(work: () => void, ms = FIRST_SCREEN_MS): void {
  afterContent(() => setTimeout(() => whenIdle(work), ms));
}

/**
 * Runs background work that should start early, after the first content, once there were no new files or long
 * tasks for a while.
 */
export function whenQuiet(work: () => void): void {
  afterContent(() => {
    const start = () => {
      observer.disconnect();
      clearTimeout(quietTimer);
      clearTimeout(maxWait);
      whenIdle(work);
    };
    const observer = new PerformanceObserver(() => {
      clearTimeout(quietTimer);
      quietTimer = setTimeout(start, QUIET_MS);
    });
    let quietTimer = setTimeout(start, QUIET_MS);
    const maxWait = setTimeout(start, MAX_WAIT_MS);
    for (const type of ['resource', 'longtask'])
      if (PerformanceObserver.supportedEntryTypes.includes(type)) observer.observe({ type });
  });
}
