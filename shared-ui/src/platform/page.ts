import { useEffect, useState } from 'react';

/** Opens another site, such as the sign-out page of staff's identity provider. A function, so that tests can replace it. */
export const redirectTo = (url: string): void => location.assign(url);

/** Longest time that background work waits for the page to be idle (ms). */
const IDLE_MS = 1_000;

/** Resolves when the page is idle; immediately in a browser that can't tell. */
export const idle = (): Promise<void> =>
  new Promise((resume) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resume(), { timeout: IDLE_MS });
    else resume();
  });

const TICK_MS = 15_000;

/** Returns the current time in milliseconds since 1970 and re-renders every 15 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
