import type { Browser, CDPSession, Page } from 'playwright';
import type { Screen } from './screens.ts';

/** For runs as root in a container, without a GPU and without background network traffic. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Lighthouse's mobile throttling: a slow 4G connection and a CPU slowed down four times. */
const CONNECTION = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const CPU = 4;

/** Throttles a page like Lighthouse's phone and connection. */
async function throttle(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
}

/**
 * Throttles the network of a page, and of every frame in a separate process before its first request, like Lighthouse.
 * The CPU is not throttled: Chromium throttles a process by making it spin even when idle, so two throttled processes
 * would use up two processors and leave nothing for the browser and the servers.
 */
export async function throttleConnection(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', CONNECTION);
  devtools.on('Target.attachedToTarget', ({ sessionId }) => {
    const commands = [
      { id: 1, method: 'Network.emulateNetworkConditions', params: CONNECTION },
      { id: 2, method: 'Runtime.runIfWaitingForDebugger' },
    ];
    for (const command of commands) {
      const message = { sessionId, message: JSON.stringify(command) };
      // The frame may already have been removed.
      devtools.send('Target.sendMessageToTarget', message).catch(() => undefined);
    }
  });
  await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}

/** Lighthouse's mobile phone. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Load timeout in milliseconds, longer than the product's own timeouts for a remote. */
const GIVE_UP_MS = 60_000;

/** Thrown when no heading was painted before the timeout. */
export class NeverPainted extends Error {}

export interface Visit {
  /** From the start of the navigation until the frame with the screen's heading was painted, in milliseconds. */
  painted: number;
  heading: string;
  /** Every script transferred over the network, in the order of arrival. */
  scripts: Fetched[];
}

interface Fetched {
  url: string;
  /** Bytes transferred, headers included. */
  transferred: number;
}

export interface Visited {
  url: string;
  screen: Screen;
  token: string;
  /**
   * If true, throttled like Lighthouse's phone and finished once the heading is painted; otherwise unthrottled until
   * the network is idle.
   */
  throttled: boolean;
}

/** Opens a screen in a fresh browser context. Throws when it redirects. */
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
  // After a timeout the context is closed, which rejects this promise as well.
  heading.catch(() => undefined);
  try {
    return await Promise.race([heading, never]);
  } finally {
    clearTimeout(timer);
  }
}

function checkArrival(page: Page, screen: Screen): void {
  const { pathname } = new URL(page.url());
  if (pathname !== screen.path)
    throw new Error(`${screen.path} redirected to ${pathname}: there is nothing to measure`);
}

/** Records the scripts the page fetches from now on; preloaded scripts count once. */
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

/** Runs in the page: stores the session of a user who signed in earlier. */
export function keepSession(token: string): void {
  localStorage.setItem('access-token', token);
  localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
}

/**
 * Runs in the page: resolves after the first frame with a heading was painted. A message posted in an animation frame
 * is delivered after that frame's paint.
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
