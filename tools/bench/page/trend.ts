import type { Observations } from 'mock-api/contract';
import type { Browser } from 'playwright';
import { recordPaths } from 'shared-ui/contract';
import type { Product } from '../servers.ts';
import { quantile } from '../statistics.ts';
import type { Verdict } from '../verdicts.ts';
import { openPhone, SLOWDOWN, slowDown } from './phone.ts';

const VALUES = 500;
const CODE = '718-7';
const DAY_MS = 24 * 60 * 60_000;
const LOADS = 10;
/** Maximum time to paint 500 values as a picture, and as a whole table once asked for (ms). */
const PAINTED_MS = 100;
const TABLE_MS = 1_000;

/** Returns values of every second day, every seventh of them above its range. */
function measurements(count: number): Observations {
  const points = Array.from({ length: count }, (_, index) => {
    const value = 150 + Math.round(20 * Math.sin(index / 9)) + (index % 7 === 0 ? 25 : 0);
    const comparison = value > 180 ? ('above' as const) : ('inside' as const);
    const text = value > 180 ? 'Above normal' : 'Normal';
    return {
      id: `value-${index}`,
      code: '',
      display: 'Hemoglobin',
      effectiveDateTime: new Date(Date.now() - index * 2 * DAY_MS).toISOString(),
      valueQuantity: { value, unit: 'g/L', figure: `${value}` },
      valueString: null,
      referenceRange: { low: 135, high: 180, text: '135 to 180 g/L' },
      verdict: { kind: comparison, text, comparison, isMarked: false, isCritical: false },
    };
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

/** Checks whether 500 values of one code are painted quickly on a slow phone. */
export async function measureTrend(browser: Browser, { url, token }: Product): Promise<Verdict[]> {
  const context = await openPhone(browser, { token });
  /** From the end of the response until the screen with picture, words and table is painted (ms). */
  const painted: number[] = [];
  /** From the press on "Show all values" until the whole table is painted (ms). */
  const table: number[] = [];
  try {
    const page = await context.newPage();
    await page.route('**/api/**/observations?code=*', (route) => route.fulfill({ json: measurements(VALUES) }));
    await page.route('**/api/**/observations', (route) => route.fulfill({ json: measurements(2) }));
    for (let load = 0; load < LOADS; load++) {
      await page.goto(`${url}${recordPaths.observations(1)}`);
      const link = page.getByRole('main').getByRole('link', { name: /Hemoglobin/ });
      await link.waitFor();
      await page.waitForLoadState('networkidle');
      const devtools = await slowDown(page);
      const drawn = page.evaluate(whenPainted, '[data-part="line"]');
      await link.tap();
      const end = await drawn;
      const responded = await page.evaluate(() =>
        performance.getEntriesByType('resource').findLast(({ name }) => /observations\?code=/.test(name)),
      );
      painted.push(end - ((responded as PerformanceResourceTiming | undefined)?.responseEnd ?? 0));
      const whole = page.evaluate(whenPainted, `tbody > tr:nth-child(${VALUES})`);
      const pressed = await page.evaluate(() => performance.now());
      await page.getByRole('button', { name: `Show all ${VALUES} values` }).tap();
      table.push((await whole) - pressed);
      await devtools.detach();
    }
  } finally {
    await context.close();
  }
  const verdict = (aim: string, times: number[], limit: number): Verdict => ({
    aim: `${VALUES} values over time, CPU / ${SLOWDOWN}: ${aim} <= ${limit} ms (median)`,
    found: `${Math.round(quantile(times, 0.5))} ms (slowest: ${Math.round(Math.max(...times))} ms)`,
    ok: quantile(times, 0.5) <= limit,
  });
  return [
    verdict('painted after the response', painted, PAINTED_MS),
    verdict('whole table after the press', table, TABLE_MS),
  ];
}
