import type { Browser } from 'playwright';
import type { Observations } from '../../../mock-api/src/contract.ts';
import { recordPaths } from '../../../shared-ui/src/contract/routes/paths.ts';
import type { Running } from '../servers.ts';

const VALUES = 500;
const CODE = '718-7';
/** CPU slowdown that emulates a phone. */
const SLOWDOWN = 4;
const DAY_MS = 24 * 60 * 60_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Times to paint a measurement over time. */
export interface TrendTimes {
  values: number;
  /** From the end of the response until the screen with picture, words and table is painted (ms), one per load. */
  painted: number[];
  /** From the press on "Show all values" until the whole table is painted (ms). */
  table: number[];
}

/** Returns values of every second day, every seventh of them above its range. */
function measurements(count: number): Observations {
  const points = Array.from({ length: count }, (_, index) => {
    const value = 150 + Math.round(20 * Math.sin(index / 9)) + (index % 7 === 0 ? 25 : 0);
    const at = new Date(Date.now() - index * 2 * DAY_MS).toISOString();
    const verdict = value > 180 ? ('above' as const) : ('inside' as const);
    const range = { low: 135, high: 180, text: '135 to 180 g/L' };
    const rest = { lang: null, ranges: [range.text], mark: null, marks: [], status: null, notes: [] };
    return { id: `value-${index}`, at, value, figure: `${value}`, words: `${value} g/L`, range, verdict, ...rest };
  });
  return {
    source: { name: 'Northside General Hospital', checkedAt: new Date().toISOString(), state: 'ok' },
    series: [{ code: CODE, name: 'Hemoglobin', unit: 'g/L', points }],
  };
}

/** Runs in the page: resolves with the time at which what matches the selector has been painted. */
const whenPainted = (selector: string): Promise<number> =>
  new Promise((resolve) => {
    const check = () => {
      if (!document.querySelector(selector)) return;
      watch.disconnect();
      // A task queued in a frame runs after that frame's paint, and at this priority before what is queued for later,
      // such as the rendering of the table.
      requestAnimationFrame(() => scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' }));
    };
    const watch = new MutationObserver(check);
    watch.observe(document.body, { childList: true, subtree: true });
    check();
  });

/** Opens 500 values of one code `loads` times on a slow phone. */
export async function measureTrend(browser: Browser, { urls, token }: Running, loads: number): Promise<TrendTimes> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-CA', serviceWorkers: 'block' });
  const times: TrendTimes = { values: VALUES, painted: [], table: [] };
  try {
    await context.addInitScript((session) => {
      localStorage.setItem('access-token', session);
      localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, locale: 'en' }));
    }, token);
    const page = await context.newPage();
    await page.route('**/api/**/observations?code=*', (route) => route.fulfill({ json: measurements(VALUES) }));
    await page.route('**/api/**/observations', (route) => route.fulfill({ json: measurements(2) }));
    const devtools = await context.newCDPSession(page);
    for (let load = 0; load < loads; load++) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.goto(`${urls.federated.home}${recordPaths.observations(1)}`);
      const link = page.getByRole('main').getByRole('link', { name: /Hemoglobin/ });
      await link.waitFor();
      await page.waitForLoadState('networkidle');
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      const painted = page.evaluate(whenPainted, '[data-part="line"]');
      await link.tap();
      const end = await painted;
      const responded = await page.evaluate(() =>
        performance.getEntriesByType('resource').findLast(({ name }) => /observations\?code=/.test(name)),
      );
      times.painted.push(end - ((responded as PerformanceResourceTiming | undefined)?.responseEnd ?? 0));
      const whole = page.evaluate(whenPainted, `tbody > tr:nth-child(${VALUES})`);
      const pressed = await page.evaluate(() => performance.now());
      await page.getByRole('button', { name: `Show all ${VALUES} values` }).tap();
      times.table.push((await whole) - pressed);
    }
    return times;
  } finally {
    await context.close();
  }
}
