import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { Api } from '../../../e2e/support/hospital/api.ts';
import { eventList, manyEvents } from '../../../e2e/support/screens/timeline.ts';
import { ACCOUNT, type Running } from '../servers.ts';
import { sum } from '../statistics.ts';

/** Frames rendered while scrolling a list. */
export interface Frames {
  /** Milliseconds between consecutive frames. */
  gaps: number[];
  elements: number;
}

/** How a list is scrolled. */
interface ScrollOptions {
  /** Start position as a share of the whole list. */
  from: number;
  /** Pixels per second. */
  speed: number;
  duration: number;
}

/** Runs in the page: scrolls the list's scroll container at a constant speed and records every frame. */
export async function scroll(list: Element, { from, speed, duration }: ScrollOptions): Promise<Frames> {
  let scroller = list.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller) throw new Error('Nothing scrolls the list');
  const frame = () => new Promise<number>((begun) => requestAnimationFrame(begun));
  scroller.scrollTop = from * scroller.scrollHeight;
  // Excludes rendering after the jump to the start position.
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

/** Frames per second. */
export const rate = (gaps: number[]) => (1000 * gaps.length) / sum(gaps);

const EVENTS = 5_000;
const DAY_MS = 24 * 60 * 60_000;
/** Wristband of the account (docs/product-rules.md#demo-data). */
const PATIENT = ['--patient', 'ER10000001'];

/** Speed of a brisk finger, about three screens of cards a second, in pixels per second. */
const SPEED = 2_000;

/** Duration of each of the three scrolls (from the start, from the middle, to the end), in milliseconds. */
const RUN_MS = 10_000;

/** CPU slowdown that emulates a phone. */
const SLOWDOWN = 4;

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Results of scrolling a long timeline. */
export interface Scrolled {
  /** What is scrolled, in words. */
  what: string;
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

/** Writes 5,000 stays of Patient/x as FHIR resources, one a line. */
async function writeStays(file: string): Promise<void> {
  const stays = Array.from({ length: EVENTS }, (_, index) => {
    const end = new Date(Date.UTC(2024, 0, 1) - index * DAY_MS).toISOString();
    return JSON.stringify({
      resourceType: 'Encounter',
      id: `stay-${index}`,
      status: 'finished',
      class: { code: index % 3 === 0 ? 'IMP' : 'EMER' },
      subject: { reference: 'Patient/x' },
      period: { start: end, end },
    });
  });
  await writeFile(file, stays.join('\n'));
}

/** Scrolls a list from its start, from its middle and to its end. */
async function scrollList(page: Page, what: string, heading: string): Promise<Scrolled> {
  const list = eventList(page, heading);
  const rest = await list.evaluate(scroll, { from: 0, speed: 0, duration: RUN_MS / 2 });
  const runs: Frames[] = [];
  for (const from of [0, 0.5, 0.95]) runs.push(await list.evaluate(scroll, { from, speed: SPEED, duration: RUN_MS }));
  const gaps = runs.flatMap((run) => run.gaps);
  return {
    what,
    events: EVENTS,
    speed: SPEED,
    framesPerSecond: rate(gaps),
    atRest: rate(rest.gaps),
    longest: Math.max(...gaps),
    elements: Math.max(...runs.map(({ elements }) => elements)),
  };
}

/** Scrolls 5,000 events, then 5,000 imported ones, on a slow phone. Resets the account's demo afterwards. */
export async function measureScrolling(browser: Browser, { urls, token, records }: Running): Promise<Scrolled[]> {
  const url = urls.federated.home;
  const api = new Api(url);
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-bench-stays-'));
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers: 'block' });
  try {
    await context.addInitScript((session) => {
      localStorage.setItem('access-token', session);
      localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
    }, token);
    const open = async (text: string) => {
      const page = await context.newPage();
      await page.goto(`${url}/profile/1/events`);
      await page.getByRole('main').getByText(text).first().waitFor();
      await page.waitForLoadState('networkidle');
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      return page;
    };
    await api.playStory(token, Number.POSITIVE_INFINITY);
    await records.addEvents(ACCOUNT.username, manyEvents(EVENTS));
    const page = await open(`Visit ${EVENTS}`);
    const sent = await scrollList(page, 'events', 'This stay');
    await page.close();
    await api.playStory(token, Number.POSITIVE_INFINITY);
    const file = join(folder, 'stays.ndjson');
    await writeStays(file);
    await records.importFhir(file, ...PATIENT, '--subject', 'Patient/x');
    // Imported events of before count as read.
    const read = `Already read (${EVENTS})`;
    const imported = await open(read);
    await imported.getByRole('button', { name: read }).tap();
    await imported.getByRole('main').getByText('At the hospital').first().waitFor();
    return [sent, await scrollList(imported, 'imported events', read)];
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
    await records.importFhir('--remove', ...PATIENT).catch(() => undefined);
    await api.playStory(token, 0);
  }
}
