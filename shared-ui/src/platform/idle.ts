/** Longest time that background work waits for the page to be idle (ms). */
const IDLE_MS = 1_000;

/** Resolves when the page is idle; immediately in a browser that can't tell. */
export const idle = (): Promise<void> =>
  new Promise((resume) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resume(), { timeout: IDLE_MS });
    else resume();
  });
