import type { Browser } from 'playwright';
import { Api } from '../../../e2e/support/api.ts';
import { eventList, manyEvents } from '../../../e2e/support/timeline.ts';
import { ACCOUNT, type Running } from '../servers.ts';
import { type Frames, rate, scroll } from './frames.ts';

const EVENTS = 5_000;

/** Speed of a brisk finger, about three screens of cards a second, in pixels per second. */
const SPEED = 2_000;

/** Duration of each of the three scrolls (from the start, from the middle, to the end), in milliseconds. */
const RUN_MS = 10_000;

/** CPU slowdown that emulates a phone. */
const SLOWDOWN = 4;

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Results of scrolling a long timeline. */
export interface Scrolled {
  events: number;
  /** Pixels per second. */
  speed: number;
  /** Frames per second on the page's main thread. */
  framesPerSecond: number;
  /** Frames per second without scrolling: the maximum this machine can reach at the moment. */
  atRest: number;
  /** Longest time between two frames, in milliseconds. */
  longest: number;
  /** Maximum number of elements in the page. */
  elements: number;
}

/** Scrolls 5,000 events on a slow phone. Resets the account's demo afterwards. */
export async function measureScrolling(browser: Browser, { urls, token, records }: Running): Promise<Scrolled> {
  const url = urls.federated.home;
  const api = new Api(url);
  await api.playStory(token, Number.POSITIVE_INFINITY);
  await records.addEvents(ACCOUNT.username, manyEvents(EVENTS));
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers: 'block' });
  try {
    await context.addInitScript((token) => {
      localStorage.setItem('access-token', token);
      localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
    }, token);
    const page = await context.newPage();
    await page.goto(`${url}/profile/1/events`);
    await page.getByText(`Visit ${EVENTS}`).waitFor();
    await page.waitForLoadState('networkidle');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const list = eventList(page, 'This stay');
    const rest = await list.evaluate(scroll, { from: 0, speed: 0, duration: RUN_MS / 2 });
    const runs: Frames[] = [];
    for (const from of [0, 0.5, 0.95]) runs.push(await list.evaluate(scroll, { from, speed: SPEED, duration: RUN_MS }));
    const gaps = runs.flatMap((run) => run.gaps);
    return {
      events: EVENTS,
      speed: SPEED,
      framesPerSecond: rate(gaps),
      atRest: rate(rest.gaps),
      longest: Math.max(...gaps),
      elements: Math.max(...runs.map(({ elements }) => elements)),
    };
  } finally {
    await context.close();
    await api.playStory(token, 0);
  }
}
