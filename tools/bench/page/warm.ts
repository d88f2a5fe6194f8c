import type { Browser, BrowserContext, Page } from 'playwright';
import type { Verdict } from '../budgets.ts';
import type { Running } from '../servers.ts';
import { quantile } from '../statistics.ts';
import { SCREENS, type Screen, type ScreenName } from './screens.ts';
import { keepSession, watchForHeading } from './visit.ts';

/** Number of measured starts of each kind, interleaved. */
const STARTS = 9;

/** Maximum duration of an offline start relative to an online start. */
const OFFLINE_RATIO = 1.2;

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

/** Checks whether an offline start is about as fast as an online one. */
export function judgeWarm(times: WarmTimes): Verdict[] {
  return SCREENS.map(({ name }) => {
    const { online, offline } = times[name];
    const [on, off] = [quantile(online, 0.5), quantile(offline, 0.5)];
    return {
      aim: `${name}: warm start without network <= ${OFFLINE_RATIO} x with it`,
      found: `${(off / on).toFixed(2)} (${Math.round(off)} ms, ${Math.round(on)} ms)`,
      ok: off / on <= OFFLINE_RATIO,
    };
  });
}
