import type { Browser, BrowserContext, Page } from 'playwright';
import { KINDS, type Kind } from '../builds.ts';
import type { Running } from '../servers.ts';
import { SCREENS, type Screen, type ScreenName } from './screens.ts';
import { keepSession, NeverPainted, type Visit, type Visited, visit, watchForHeading } from './visit.ts';

/** Milliseconds until the heading was painted; equal indexes were measured in the same round. */
export type Times = Record<ScreenName, Record<Kind, number[]>>;

export interface Timed {
  times: Times;
  /** Loads repeated because nothing was painted in time, e.g. "federated welcome". Part of the result. */
  lost: string[];
}

/**
 * Returns the kinds in an order that rotates each round, so that a brief slowdown of the machine affects all alike.
 */
function order(round: number): Kind[] {
  const start = round % KINDS.length;
  return [...KINDS.slice(start), ...KINDS.slice(0, start)];
}

/** Loads a screen once; a load that never painted is recorded and repeated once. */
async function visitSurely(browser: Browser, kind: Kind, visited: Visited, lost: string[]): Promise<Visit> {
  try {
    return await visit(browser, visited);
  } catch (error) {
    if (!(error instanceof NeverPainted)) throw error;
    lost.push(`${kind} ${visited.screen.name}`);
    return visit(browser, visited);
  }
}

/** Loads every screen of every kind, interleaved. The first round is a warm-up. */
export async function measureTimes(
  browser: Browser,
  { urls, token }: Running,
  loads: number,
  print: (line: string) => void,
): Promise<Timed> {
  const none = () => ({ federated: [], routes: [], bundle: [] });
  const times: Times = { welcome: none(), home: none() };
  const lost: string[] = [];
  for (let round = 0; round <= loads; round++) {
    print(round === 0 ? 'Warming up …' : `Round ${round} of ${loads} …`);
    for (const screen of SCREENS) {
      const headings = new Set<string>();
      for (const kind of order(round)) {
        const visited = { url: urls[kind][screen.name], screen, token, throttled: true };
        const { painted, heading } = await visitSurely(browser, kind, visited, lost);
        headings.add(heading);
        if (round > 0) times[screen.name][kind].push(painted);
      }
      // Error screens have a heading too.
      if (headings.size > 1) throw new Error(`The builds show different screens: ${[...headings].join(', ')}`);
    }
  }
  return { times, lost };
}

/** Number of measured starts of each kind, interleaved. */
const STARTS = 9;

/** Milliseconds until the heading was painted, for starts on a phone with the product installed. */
export type WarmTimes = Record<ScreenName, { online: number[]; offline: number[] }>;

async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

async function start(context: BrowserContext, url: string, offline: boolean): Promise<number> {
  await context.setOffline(offline);
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'commit' });
    const { painted } = await page.evaluate(() => globalThis.benchHeading);
    return painted;
  } finally {
    await page.close();
  }
}

async function measureScreen(browser: Browser, url: string, { path, signedIn }: Screen, token: string) {
  const context = await browser.newContext({ locale: 'en-CA' });
  try {
    if (signedIn) await context.addInitScript(keepSession, token);
    await context.addInitScript(watchForHeading);
    const first = await context.newPage();
    await first.goto(url + path);
    await isReady(first);
    await first.close();
    const times = { online: [] as number[], offline: [] as number[] };
    await start(context, url + path, false);
    await start(context, url + path, true);
    for (let round = 0; round < STARTS; round++) {
      times.online.push(await start(context, url + path, false));
      times.offline.push(await start(context, url + path, true));
    }
    return times;
  } finally {
    await context.close();
  }
}

/** Starts every screen repeatedly on a phone with the product installed, alternately online and offline. */
export async function measureWarm(browser: Browser, { urls, token }: Running): Promise<WarmTimes> {
  const measured = [];
  for (const screen of SCREENS) {
    measured.push([screen.name, await measureScreen(browser, urls.federated[screen.name], screen, token)] as const);
  }
  return Object.fromEntries(measured) as WarmTimes;
}
