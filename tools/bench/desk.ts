import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { Api } from '../../e2e/support/hospital/api.ts';
import { staffSession } from '../../e2e/support/people/staff.ts';
import { REPO } from '../../gateway/common/paths.ts';
import type { Verdict } from './budgets.ts';
import { type Frames, rate, scroll } from './page/scrolling.ts';
import type { Running } from './servers.ts';

/** The desk's long lists, with the minimum number of entries in the hospital's data. */
const LISTS = [
  { name: 'accounts under review', path: '/desk/accounts', entries: 500 },
  { name: 'patients', path: '/desk/patients', entries: 5_000 },
  { name: 'requests', path: '/desk/requests', entries: 666 },
];

/** Speed of a brisk mouse wheel, in pixels per second. */
const SPEED = 2_000;
const RUN_MS = 6_000;

/** CPU slowdown that emulates a hospital's computer. */
const SLOWDOWN = 4;

/** Minimum frames per second while scrolling. */
const FRAMES = 55;

/**
 * Runs in the page: returns the number of entries in the list, rendered or not, once it exceeds `before`; otherwise 0.
 * The last entry is always rendered and carries its position.
 */
function entriesBeyond(before: number): number {
  const lines = document.querySelectorAll('main li');
  const count = Number([...lines].at(-1)?.getAttribute('aria-posinset') ?? lines.length);
  return count > before ? count : 0;
}

const waitForMore = async (page: Page, before: number) =>
  (await page.waitForFunction(entriesBeyond, before)).jsonValue();

/** Presses "Show more" until the list is complete. @returns the number of entries */
async function showAll(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Show more' });
  let shown = await waitForMore(page, 0);
  while (await more.isVisible()) {
    await more.click();
    shown = await waitForMore(page, shown);
  }
  return shown;
}

async function measureList(page: Page, path: string, entries: number) {
  await page.goto(path);
  const found = await showAll(page);
  if (found < entries) throw new Error(`${path} shows ${found} entries of ${entries}`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const list = page.locator('main ul').first();
  const rest = await list.evaluate(scroll, { from: 0, speed: 0, duration: RUN_MS / 2 });
  const runs: Frames[] = [];
  for (const from of [0, 0.5, 0.9]) runs.push(await list.evaluate(scroll, { from, speed: SPEED, duration: RUN_MS }));
  await devtools.detach();
  return { found, atRest: rate(rest.gaps), framesPerSecond: rate(runs.flatMap(({ gaps }) => gaps)) };
}

/** Scrolls the desk's lists with a hospital's data on a slow CPU and judges the frame rates. */
export async function measureDesk(
  browser: Browser,
  { urls, records }: Running,
  print: (line: string) => void,
): Promise<Verdict[]> {
  const url = urls.federated.home;
  await records.fillHospital();
  const token = await staffSession(new Api(url));
  const verdicts: Verdict[] = [];
  for (const { name, path, entries } of LISTS) {
    print(`Scrolling ${name} …`);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-CA',
      serviceWorkers: 'block',
      baseURL: url,
    });
    await context.addInitScript((session) => localStorage.setItem('access-token', session), token);
    const { found, atRest, framesPerSecond } = await measureList(await context.newPage(), path, entries);
    await context.close();
    verdicts.push({
      aim: `desk, ${found.toLocaleString('en')} ${name} scrolled, CPU / ${SLOWDOWN}: frames a second >= ${FRAMES}`,
      found: `${framesPerSecond.toFixed(1)} (at rest ${atRest.toFixed(1)})`,
      ok: framesPerSecond >= FRAMES,
    });
  }
  return verdicts;
}

/** Limit for the 99th percentile in milliseconds, the same as in the API's own test. */
const LIMIT = 200;
const MEASURED = /^desk list (\S+): p99 (\d+) ms$/gm;

/** Runs the API's own measurement on one database. @returns its output */
async function runMeasurement(database: 'sqlite' | 'postgres'): Promise<string> {
  const runner = spawn(process.execPath, ['test/run.ts', `--only=${database}`, 'test/desk/desk-load.test.ts'], {
    cwd: join(REPO, 'mock-api'),
    env: { ...process.env, DESK_TIMES: 'measured' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  runner.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(runner, 'close');
  return printed;
}

/** Measures the response time of every list of the desk with a hospital's data, on both databases. */
export async function measureDeskLists(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const database of ['sqlite', 'postgres'] as const) {
    const printed = await runMeasurement(database);
    const lists = [...printed.matchAll(MEASURED)];
    if (lists.length === 0)
      throw new Error(`The desk's lists were not measured on ${database}:\n${printed.slice(-2_000)}`);
    for (const [, list = '', ms] of lists)
      verdicts.push({
        aim: `desk, ${decodeURIComponent(list)} on ${database}: p99 under ${LIMIT} ms`,
        found: `${ms} ms`,
        ok: Number(ms) < LIMIT,
      });
  }
  return verdicts;
}
