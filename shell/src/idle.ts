/** Whatever the browser has to do for the first screen comes before this, in milliseconds at most. */
const IDLE_MS = 5_000;

/** Runs `work` when the page is loaded and has nothing else to do. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: IDLE_MS });
    else setTimeout(work, IDLE_MS / 5);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
