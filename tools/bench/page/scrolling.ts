import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from 'e2e/support/hospital/api';
import { staffSession } from 'e2e/support/people/staff';
import { eventList, manyEvents } from 'e2e/support/screens/timeline';
import type { Browser, Locator, Page } from 'playwright';
import { ACCOUNT, type Product } from '../servers.ts';
import { sum } from '../statistics.ts';
import type { Verdict } from '../verdicts.ts';
import { openPhone, SLOWDOWN, slowDown } from './phone.ts';

/** Minimum frames per second while scrolling, and maximum number of elements in the timeline's page. */
const FRAMES = 55;
const ELEMENTS = 1_500;

/** Speed of a brisk finger or mouse wheel, in pixels per second, and duration of one scroll. */
const SPEED = 2_000;
const RUN_MS = 8_000;

/** Frames rendered while scrolling a list. */
interface Frames {
  /** Milliseconds between consecutive frames. */
  gaps: number[];
  elements: number;
}

/** How a list is scrolled: from this share of the whole list, at this speed (pixels per second). */
interface ScrollOptions {
  from: number;
  speed: number;
  duration: number;
}

/** Runs in the page: scrolls the list's scroll container at a constant speed and records every frame. */
async function scroll(list: Element, { from, speed, duration }: ScrollOptions): Promise<Frames> {
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
const rate = (gaps: number[]) => (1000 * gaps.length) / sum(gaps);

/** Scrolls a list from its start, from its middle and to its end. */
async function scrollList(list: Locator, what: string): Promise<{ verdict: Verdict; elements: number }> {
  const rest = await list.evaluate(scroll, { from: 0, speed: 0, duration: RUN_MS / 2 });
  const runs: Frames[] = [];
  for (const from of [0, 0.5, 0.95]) runs.push(await list.evaluate(scroll, { from, speed: SPEED, duration: RUN_MS }));
  const gaps = runs.flatMap((run) => run.gaps);
  const found = rate(gaps);
  const verdict = {
    aim: `${what} scrolled, CPU / ${SLOWDOWN}: frames a second >= ${FRAMES}`,
    found: `${found.toFixed(1)} (at rest ${rate(rest.gaps).toFixed(1)}, longest gap ${Math.round(Math.max(...gaps))} ms)`,
    ok: found >= FRAMES,
  };
  return { verdict, elements: Math.max(...runs.map(({ elements }) => elements)) };
}

const EVENTS = 5_000;
const DAY_MS = 24 * 60 * 60_000;
/** Wristband of the account (docs/product-rules.md#demo-data). */
const PATIENT = ['--patient', 'ER10000001'];

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

async function scrollEvents(page: Page, what: string, heading: string): Promise<Verdict[]> {
  const name = `${EVENTS.toLocaleString('en')} ${what}`;
  const { verdict, elements } = await scrollList(eventList(page, heading), name);
  const few = { aim: `${name} scrolled: elements < ${ELEMENTS}`, found: String(elements), ok: elements < ELEMENTS };
  return [verdict, few];
}

/** Scrolls 5,000 events, then 5,000 imported ones, on a slow phone. Resets the account's demo afterwards. */
export async function measureScrolling(browser: Browser, { url, token, records }: Product): Promise<Verdict[]> {
  const api = new Api(url);
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-bench-stays-'));
  const context = await openPhone(browser, { token });
  try {
    const open = async (text: string) => {
      const page = await context.newPage();
      await page.goto(`${url}/profile/1/events`);
      await page.getByRole('main').getByText(text).first().waitFor();
      await page.waitForLoadState('networkidle');
      await slowDown(page);
      return page;
    };
    await api.playStory(token, Number.POSITIVE_INFINITY);
    await records.addEvents(ACCOUNT.username, manyEvents(EVENTS));
    const page = await open(`Visit ${EVENTS}`);
    const sent = await scrollEvents(page, 'events', 'This stay');
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
    return [...sent, ...(await scrollEvents(imported, 'imported events', read))];
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
    await records.importFhir('--remove', ...PATIENT).catch(() => undefined);
    await api.playStory(token, 0);
  }
}

/** The desk's long lists, with the minimum number of entries in the hospital's data. */
const LISTS = [
  { name: 'accounts under review', path: '/desk/accounts', entries: 500 },
  { name: 'patients', path: '/desk/patients', entries: 5_000 },
  { name: 'requests', path: '/desk/requests', entries: 666 },
];

/**
 * Runs in the page: returns the number of entries in the list, rendered or not, once it exceeds `before`; otherwise 0.
 * The last entry is always rendered and carries its position.
 */
function entriesBeyond(before: number): number {
  const lines = document.querySelectorAll('main li');
  const count = Number([...lines].at(-1)?.getAttribute('aria-posinset') ?? lines.length);
  return count > before ? count : 0;
}

/** Presses "Show more" until the list is complete. Returns the number of entries. */
async function showAll(page: Page): Promise<number> {
  const entries = async (before: number) => (await page.waitForFunction(entriesBeyond, before)).jsonValue();
  const more = page.getByRole('button', { name: 'Show more' });
  let shown = await entries(0);
  while (await more.isVisible()) {
    await more.click();
    shown = await entries(shown);
  }
  return shown;
}

/** Scrolls the desk's lists with a hospital's data on a slow CPU. */
export async function measureDesk(browser: Browser, { url, records }: Product): Promise<Verdict[]> {
  await records.fillHospital();
  const token = await staffSession(new Api(url));
  const verdicts: Verdict[] = [];
  for (const { name, path, entries } of LISTS) {
    const screen = { viewport: { width: 1440, height: 900 }, locale: 'en-CA', serviceWorkers: 'block' as const };
    const context = await browser.newContext(screen);
    await context.addInitScript((session) => localStorage.setItem('access-token', session), token);
    const page = await context.newPage();
    await page.goto(url + path);
    const found = await showAll(page);
    if (found < entries) throw new Error(`${path} shows ${found} entries of ${entries}`);
    await slowDown(page);
    verdicts.push((await scrollList(page.locator('main ul').first(), `desk, ${found} ${name}`)).verdict);
    await context.close();
  }
  return verdicts;
}
