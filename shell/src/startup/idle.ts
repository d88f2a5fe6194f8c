/** The first screen has the phone for itself so long after the page has loaded, in milliseconds. */
const FIRST_SCREEN_MS = 2_500;
/** No file came and no task was long for so long: the first screen stands. In milliseconds. */
const QUIET_MS = 500;
/** A page that is never quiet, or never idle, is not waited for longer than this, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Runs `work` as soon as the page has loaded. */
function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}

/** Runs `work` when the page has nothing else to do; at once in a browser that can't tell. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: PATIENCE_MS });
  else work();
}

/**
 * Runs `work`, which no screen waits for, when the first screen has had its time and the page has nothing else to do.
 * @param ms that time, from when the page has loaded, in milliseconds
 */
export function whenSettled(work: () => void, ms = FIRST_SCREEN_MS): void {
  whenLoaded(() => setTimeout(() => whenIdle(work), ms));
}

/**
 * Runs `work`, which no screen waits for but which should begin early, when the first screen stands: the page has loaded,
 * and for a while nothing came and nothing took long.
 */
export function whenQuiet(work: () => void): void {
  whenLoaded(() => {
    const begin = () => {
      watch.disconnect();
      clearTimeout(quiet);
      clearTimeout(patience);
      whenIdle(work);
    };
    const watch = new PerformanceObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(begin, QUIET_MS);
    });
    let quiet = setTimeout(begin, QUIET_MS);
    const patience = setTimeout(begin, PATIENCE_MS);
    for (const type of ['resource', 'longtask'])
      if (PerformanceObserver.supportedEntryTypes.includes(type)) watch.observe({ type });
  });
}
