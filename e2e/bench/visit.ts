import type { Browser, CDPSession, Page } from 'playwright';
import type { Screen } from './screens.ts';
import { throttle } from './throttle.ts';

/** Lighthouse's mobile phone. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** After that long a load is given up, in milliseconds: longer than the product's own limits for a remote. */
const GIVE_UP_MS = 60_000;

/** No heading was painted in all that time. */
export class NeverPainted extends Error {}

export interface Visit {
  /** From the start of the navigation until the frame with the screen's heading was painted, in milliseconds. */
  painted: number;
  heading: string;
  /** Every script that came over the network, in the order of arrival. */
  scripts: Fetched[];
}

export interface Fetched {
  url: string;
  /** Bytes over the wire, headers included. */
  transferred: number;
}

export interface Visited {
  url: string;
  screen: Screen;
  token: string;
  /** Throttled like Lighthouse's phone, and over as soon as the heading stands; else unthrottled, until the network is quiet. */
  throttled: boolean;
}

/** Opens a screen in a browser that has never been there. Throws when it leads elsewhere. */
export async function visit(browser: Browser, { url, screen, token, throttled }: Visited): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers: 'block' });
  try {
    if (screen.signedIn) await context.addInitScript(keepSession, token);
    await context.addInitScript(watchForHeading);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const scripts = await recordScripts(devtools);
    if (throttled) await throttle(devtools);
    await page.goto(`${url}${screen.path}`, { waitUntil: 'commit' });
    const { painted, heading } = await headingOf(page);
    if (!throttled) await page.waitForLoadState('networkidle');
    checkArrival(page, screen);
    return { painted, heading, scripts };
  } finally {
    await context.close();
  }
}

async function headingOf(page: Page): Promise<Pick<Visit, 'painted' | 'heading'>> {
  let timer: NodeJS.Timeout | undefined;
  const never = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new NeverPainted(`${page.url()} painted no heading within ${GIVE_UP_MS / 1000} s`));
    timer = setTimeout(giveUp, GIVE_UP_MS);
  });
  const heading = page.evaluate(() => globalThis.benchHeading);
  // The context of a load that was given up is closed, which rejects this as well.
  heading.catch(() => undefined);
  try {
    return await Promise.race([heading, never]);
  } finally {
    clearTimeout(timer);
  }
}

function checkArrival(page: Page, screen: Screen): void {
  const { pathname } = new URL(page.url());
  if (pathname !== screen.path) throw new Error(`${screen.path} led to ${pathname}: there is nothing to measure`);
}

/** Collects the scripts that the page fetches from now on; preloaded ones count once, like every other. */
async function recordScripts(devtools: CDPSession): Promise<Fetched[]> {
  const scripts: Fetched[] = [];
  const pending = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.endsWith('.js') && !response.fromDiskCache) pending.set(requestId, response.url);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => pending.delete(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = pending.get(requestId);
    if (url !== undefined) scripts.push({ url, transferred: encodedDataLength });
  });
  await devtools.send('Network.enable');
  return scripts;
}

declare global {
  var benchHeading: Promise<{ painted: number; heading: string }>;
}

/** Runs in the page: what a user has who has signed in before. */
export function keepSession(token: string): void {
  localStorage.setItem('access-token', token);
  localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
}

/**
 * Runs in the page: settles after the first frame in which a heading stands. A message posted in an animation frame
 * is delivered when that frame has been painted.
 */
export function watchForHeading(): void {
  globalThis.benchHeading = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent;
      if (!heading) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve({ painted: performance.now(), heading });
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
