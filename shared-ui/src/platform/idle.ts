/** How long work that no user waits for stands back for what is shown, at most, in milliseconds. */
const IDLE_MS = 1_000;

/** Resolves when the page has nothing else to do; at once in a browser that can't tell. */
export const idle = (): Promise<void> =>
  new Promise((resume) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resume(), { timeout: IDLE_MS });
    else resume();
  });
