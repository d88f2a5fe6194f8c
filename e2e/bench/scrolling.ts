import type { Browser } from 'playwright';
import { Api } from '../support/api.ts';
import { eventList, manyEvents } from '../support/timeline.ts';
import { type Frames, rate, scroll } from './frames.ts';
import { ACCOUNT, type Running } from './servers.ts';

const EVENTS = 5_000;

/** A brisk finger, three screens of cards a second: pixels a second. */
const SPEED = 2_000;

/** How long each of the three ways through the list takes (from its start, its middle and to its end), in milliseconds. */
const WAY_MS = 10_000;

/** A phone a quarter as fast as this machine. */
const SLOWDOWN = 4;

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** How a long timeline scrolled. */
export interface Scrolled {
  events: number;
  /** Pixels a second. */
  speed: number;
  /** Frames a second that the page's own thread made. */
  framesPerSecond: number;
  /** The same while nothing scrolls: what this machine, as busy as it is, gives at best. */
  atRest: number;
  /** The longest time between two frames, in milliseconds. */
  longest: number;
  /** The most elements the page had. */
  elements: number;
}

/** Scrolls 5,000 events on a slow phone. The account's demo is as new afterwards. */
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
    const rest = await list.evaluate(scroll, { from: 0, speed: 0, duration: WAY_MS / 2 });
    const ways: Frames[] = [];
    for (const from of [0, 0.5, 0.95]) ways.push(await list.evaluate(scroll, { from, speed: SPEED, duration: WAY_MS }));
    const gaps = ways.flatMap((way) => way.gaps);
    return {
      events: EVENTS,
      speed: SPEED,
      framesPerSecond: rate(gaps),
      atRest: rate(rest.gaps),
      longest: Math.max(...gaps),
      elements: Math.max(...ways.map(({ elements }) => elements)),
    };
  } finally {
    await context.close();
    await api.playStory(token, 0);
  }
}
