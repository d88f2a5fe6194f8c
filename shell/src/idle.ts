/** The first screen has the phone for itself so long after the page has loaded, in milliseconds. */
const FIRST_SCREEN_MS = 2_500;
/** A page that is never idle is not waited for longer than this, in milliseconds. */
const IDLE_MS = 5_000;

/**
 * Runs `work`, which no screen waits for, when the first screen has had its time and the page has nothing else to do.
 * @param ms that time, from when the page has loaded, in milliseconds
 */
export function whenSettled(work: () => void, ms = FIRST_SCREEN_MS): void {
  const wait = () => {
    setTimeout(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: IDLE_MS });
      else work();
    }, ms);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
