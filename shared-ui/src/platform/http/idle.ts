/** What is shown comes before what nobody waits for; not for longer than this, in milliseconds. */
const IDLE_MS = 1_000;

/** Resolves when the page has nothing else to do; at once in a browser that can't tell. */
export const idle = (): Promise<void> =>
  new Promise((resume) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resume(), { timeout: IDLE_MS });
    else resume();
  });
