import type { Browser } from 'playwright';
import { Api } from '../support/api.ts';
import { eventList, manyEvents } from '../support/timeline.ts';
import { ACCOUNT, type Running } from './servers.ts';
import { sum } from './statistics.ts';

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

interface Frames {
  /** Milliseconds between one frame and the next. */
  gaps: number[];
  elements: number;
}

interface Way {
  /** Where the way begins, as a share of the whole list. */
  from: number;
  /** Pixels a second. */
  speed: number;
  duration: number;
}

/** Runs in the page: scrolls what holds the list at an even speed, and notes every frame. */
async function scroll(list: Element, { from, speed, duration }: Way): Promise<Frames> {
  let scroller = list.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller) throw new Error('Nothing scrolls the list');
  const frame = () => new Promise<number>((begun) => requestAnimationFrame(begun));
  scroller.scrollTop = from * scroller.scrollHeight;
  // What the leap has to draw is no part of the way.
  for (let settled = 0; settled < 10; settled++) await frame();
  const gaps: number[] = [];
  let elements = 0;
  for (let before = await frame(), end = before + duration; before < end; ) {
    const now = await frame();
    gaps.push(now - before);
    scroller.scrollTop += Math.round(((now - before) * speed) / 1000);
    before = now;
    if (gaps.length % 30 === 0) elements = Math.max(elements, document.querySelectorAll('*').length);
  }
  return { gaps, elements };
}

const rate = (gaps: number[]) => (1000 * gaps.length) / sum(gaps);

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
