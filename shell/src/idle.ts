/** Delay after load before background work may start (ms). */
const FIRST_SCREEN_MS = 2_500;
/** Time without new files or long tasks after which the first screen counts as complete (ms). */
const QUIET_MS = 500;
/** Maximum wait for a quiet or idle page (ms). */
const MAX_WAIT_MS = 5_000;

function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}

/** Runs `work` when the browser is idle, or immediately if it can't tell. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: MAX_WAIT_MS });
  else work();
}

/**
 * Runs background work after the first screen, when the browser is idle.
 * @param ms delay after the page has loaded (ms)
 */
export function whenSettled(work: () => void, ms = FIRST_SCREEN_MS): void {
  whenLoaded(() => setTimeout(() => whenIdle(work), ms));
}

/**
 * Runs background work that should start early, once the first screen is complete: the page has loaded, and there were
 * no new files or long tasks for a while.
 */
export function whenQuiet(work: () => void): void {
  whenLoaded(() => {
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
