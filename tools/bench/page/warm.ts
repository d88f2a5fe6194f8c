import type { Browser, BrowserContext } from 'playwright';
import type { Product } from '../servers.ts';
import { quantile } from '../statistics.ts';
import type { Verdict } from '../verdicts.ts';
import { openPhone, SCREENS } from './phone.ts';

/** Number of measured starts of each kind, interleaved; one more of each before them is a warm-up. */
const STARTS = 9;
/** Maximum duration of an offline start relative to an online start. */
const OFFLINE_RATIO = 1.2;

declare global {
  var benchHeading: Promise<number>;
}

/**
 * Runs in the page: resolves with the time of the first frame that has a heading. A message posted in an animation
 * frame is delivered after that frame's paint.
 */
function watchForHeading(): void {
  globalThis.benchHeading = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('h1')?.textContent) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Returns the time until the heading was painted, in milliseconds. */
async function start(context: BrowserContext, url: string, isOffline: boolean): Promise<number> {
  await context.setOffline(isOffline);
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'commit' });
    return await page.evaluate(() => globalThis.benchHeading);
  } finally {
    await page.close();
  }
}

/** Returns the median times of starts with the product installed, alternately online and offline. */
async function measureStarts(browser: Browser, url: string, token: string | undefined) {
  const context = await openPhone(browser, { token, serviceWorkers: 'allow' });
  try {
    await context.addInitScript(watchForHeading);
    const first = await context.newPage();
    await first.goto(url);
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await first.close();
    const times = { online: [] as number[], offline: [] as number[] };
    for (let round = 0; round <= STARTS; round++) {
      const [online, offline] = [await start(context, url, false), await start(context, url, true)];
      if (round > 0) {
        times.online.push(online);
        times.offline.push(offline);
      }
    }
    return { online: quantile(times.online, 0.5), offline: quantile(times.offline, 0.5) };
  } finally {
    await context.close();
  }
}

/** Checks whether an offline start is about as fast as an online one. */
export async function measureWarm(browser: Browser, { url, token }: Product): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, path, signedIn } of SCREENS) {
    const { online, offline } = await measureStarts(browser, url + path, signedIn ? token : undefined);
    const ratio = offline / online;
    verdicts.push({
      aim: `${name}: warm start without network <= ${OFFLINE_RATIO} x with it`,
      found: `${ratio.toFixed(2)} (${Math.round(offline)} ms, ${Math.round(online)} ms)`,
      ok: ratio <= OFFLINE_RATIO,
    });
  }
  return verdicts;
}
