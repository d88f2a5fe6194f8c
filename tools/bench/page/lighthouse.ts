import lighthouse from 'lighthouse';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { freePorts } from '../../commands/running/ports.ts';
import { type Load, METRICS, type Metric } from './figures.ts';
import { BROWSER_ARGUMENTS } from './phone.ts';

/**
 * How Lighthouse slows a load down: `applied` slows the browser itself to slow 4G and a quarter of the processor;
 * `simulated`, Lighthouse's default, estimates such a load from a fast one.
 */
const METHODS = { applied: 'devtools', simulated: 'simulate' } as const;
export type Method = keyof typeof METHODS;

/** A screen on a phone. */
export interface Visit {
  url: string;
  /** Token of the session; absent for someone who is not signed in. */
  token: string | undefined;
  /** Name under which a phone stores this screen; absent for screens that it doesn't store. */
  storedAs?: string | undefined;
  /** Whether the phone has shown the screen before, with files and screen stored since then. */
  isReturning: boolean;
}

/** Longest wait until a phone has stored a screen (ms). Builds from before stored screens never do. */
const STORING_MS = 10_000;

/** Stores the session of someone who signed in earlier. */
async function signInOn(page: Page, { url, token }: Visit): Promise<void> {
  // Any same-origin response works for storing the session; this one loads nothing of the product.
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate((saved) => {
    localStorage.setItem('access-token', saved ?? '');
    localStorage.setItem('settings', JSON.stringify({ isUserValidated: true, wasLetIn: true, locale: 'en' }));
  }, token);
}

/** Runs in the page: hides it, as a person does who puts the phone away, until it has stored a screen by that name. */
async function storeScreen({ name, waitMs }: { name: string; waitMs: number }): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const end = Date.now() + waitMs; Date.now() < end; await new Promise((resume) => setTimeout(resume, 200))) {
    document.dispatchEvent(new Event('visibilitychange'));
    const known = await indexedDB.databases();
    if (!known.some((database) => database.name === 'lodestar-vault')) continue;
    const database = await resultOf(indexedDB.open('lodestar-vault'));
    const boxes = database.objectStoreNames.contains('boxes')
      ? await resultOf(database.transaction('boxes').objectStore('boxes').getAllKeys())
      : [];
    database.close();
    if (boxes.some((key) => Array.isArray(key) && key[1] === hash)) return;
  }
}

/** Shows the screen once, until the service worker has its files and the phone has stored the screen. */
async function visitBefore(page: Page, { url, storedAs }: Visit): Promise<void> {
  await page.goto(url);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.waitForLoadState('networkidle');
  if (storedAs !== undefined) await page.evaluate(storeScreen, { name: storedAs, waitMs: STORING_MS });
}

async function prepare(context: BrowserContext, visit: Visit): Promise<void> {
  if (visit.token === undefined && !visit.isReturning) return;
  const page = await context.newPage();
  if (visit.token !== undefined) await signInOn(page, visit);
  if (visit.isReturning) await visitBefore(page, visit);
  await page.close();
}

/** Records a load on a fresh phone. Resolves with null when Lighthouse asks to run again. */
export async function recordLoad(visit: Visit, method: Method, executablePath: string): Promise<Load | null> {
  const { url } = visit;
  const [port = 0] = await freePorts(1);
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    await prepare(context, visit);
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      disableStorageReset: true,
      throttlingMethod: METHODS[method],
    });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr;
    if (runtimeError?.code === 'NO_NAVSTART') return null;
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
    if (finalDisplayedUrl !== url)
      throw new Error(`${url} redirected to ${finalDisplayedUrl}: there is nothing to judge`);
    const scoreOf = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
    const metricOf = (metric: Metric) => audits[metric]?.numericValue ?? Number.POSITIVE_INFINITY;
    return {
      scores: {
        Performance: scoreOf('performance'),
        Accessibility: scoreOf('accessibility'),
        'Best Practices': scoreOf('best-practices'),
      },
      metrics: Object.fromEntries(Object.keys(METRICS).map((id) => [id, metricOf(id as Metric)])) as Load['metrics'],
    };
  } finally {
    await context.close();
  }
}
