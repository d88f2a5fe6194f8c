import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PublishedFiles } from 'gateway/registry/published';
import { publishedFolder, readRegistry } from 'gateway/registry/registry';
import type { Browser, CDPSession } from 'playwright';
import { textsLanguageOf } from 'shared-ui/contract/host';
import type { Language } from 'shared-ui/contract/languages';
import { FEDERATED, publishUnfederated } from './builds.ts';
import { openPhone, SCREENS, type Screen } from './page/phone.ts';
import type { Product } from './servers.ts';
import { sum } from './statistics.ts';
import { kB, table, type Verdict } from './verdicts.ts';

/** Budget for a remote's own scripts, in bytes after gzip. */
const REMOTE_BUDGET = 40_000;
/** Bytes that federation may add to a first screen, after gzip. */
const FEDERATION_BYTES = 27_000;

/** Bytes that a screen may fetch more in another language than English: texts, and longer words in its page. */
const LANGUAGE_BYTES = 15_000;

interface Sizes {
  raw: number;
  gzip: number;
  brotli: number;
}

/** Scripts of one package. */
interface Part extends Sizes {
  part: string;
  files: number;
  /** Measured in the browser: compressed, headers included. */
  transferred: number;
}

const MEASURES = ['files', 'raw', 'gzip', 'brotli', 'transferred'] as const;

function total(part: string, parts: readonly Omit<Part, 'part'>[]): Part {
  const [files = 0, raw = 0, gzip = 0, brotli = 0, transferred = 0] = MEASURES.map((measure) =>
    sum(parts.map((each) => each[measure])),
  );
  return { part, files, raw, gzip, brotli, transferred };
}

/** Returns the sizes of a published script. A missing compressed variant counts as the original. */
async function sizesOf(file: string): Promise<Sizes> {
  const { size: raw } = await stat(file);
  const variant = async (suffix: string) => (await stat(file + suffix).catch(() => ({ size: raw }))).size;
  return { raw, gzip: await variant('.gz'), brotli: await variant('.br') };
}

/** Returns the package a script belongs to, by its name in the report. */
function partOf(pathname: string): string {
  const [, area, name = ''] = pathname.split('/');
  if (area === 'remotes') return `${name} remote`;
  return /\/main\.[^/]*$/.test(pathname) ? 'shell' : 'chunks on demand';
}

/** Records the path and bytes over the wire of each file that the page fetches; preloaded files count once. */
async function recordFiles(devtools: CDPSession): Promise<{ pathname: string; transferred: number }[]> {
  const files: { pathname: string; transferred: number }[] = [];
  const pending = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname, protocol } = new URL(response.url);
    if (protocol.startsWith('http') && !pathname.startsWith('/api/') && !response.fromDiskCache)
      pending.set(requestId, pathname);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => pending.delete(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const pathname = pending.get(requestId);
    if (pathname !== undefined) files.push({ pathname, transferred: encodedDataLength });
  });
  await devtools.send('Network.enable');
  return files;
}

/** Marks in a page's timeline when its screen first has a heading and no part that is still loading. */
function markContent(): void {
  const observer = new MutationObserver(() => {
    const root = document.getElementById('root');
    if (!root?.querySelector('h1')?.textContent?.trim() || root.querySelector('[data-shape]')) return;
    performance.mark('content');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Returns the paths of what a page had requested when its content was there, itself included. */
function requestedForContent(): string[] {
  const shown = performance.getEntriesByName('content')[0]?.startTime ?? 0;
  const requested = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= shown);
  return [location.href, ...requested.map(({ name }) => name)].map((url) => new URL(url).pathname);
}

/**
 * Opens a screen in a fresh browser context. Returns its heading, and the files that were requested until its content was
 * there: what is fetched in the background after that differs from one visit to the next.
 * @throws when the screen redirects
 */
async function visit(
  browser: Browser,
  url: string,
  { path, signedIn }: Screen,
  token: string,
  language: Language = 'en',
) {
  const context = await openPhone(browser, { token: signedIn ? token : undefined, language });
  try {
    const page = await context.newPage();
    await page.addInitScript(markContent);
    const fetched = await recordFiles(await context.newCDPSession(page));
    await page.goto(url + path, { waitUntil: 'commit' });
    const heading = await page.locator('h1').filter({ hasText: /\S/ }).first().textContent();
    await page.waitForFunction(() => performance.getEntriesByName('content').length > 0);
    await page.waitForLoadState('networkidle');
    const { pathname } = new URL(page.url());
    if (pathname !== path) throw new Error(`${path} redirected to ${pathname}: there is nothing to measure`);
    const requested = await page.evaluate(requestedForContent);
    return { heading, files: fetched.filter((file) => requested.includes(file.pathname)) };
  } finally {
    await context.close();
  }
}

/** Visits a screen and adds up its scripts by package. Throws when one was fetched twice. */
async function measureScreen(browser: Browser, url: string, root: string, screen: Screen, token: string) {
  const { heading, files } = await visit(browser, url, screen, token);
  const scripts = files.filter(({ pathname }) => pathname.endsWith('.js'));
  const paths = scripts.map(({ pathname }) => pathname);
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) throw new Error(`${twice} was fetched twice: a preload does not match its use`);
  const weighed = scripts.map(async ({ pathname, transferred }) => {
    return { part: partOf(pathname), files: 1, transferred, ...(await sizesOf(join(root, pathname))) };
  });
  const byPart = Map.groupBy(await Promise.all(weighed), ({ part }) => part);
  return { heading, parts: [...byPart].map(([part, files]) => total(part, files)) };
}

/** Measures the bytes of a screen's page and files in a language. Throws when texts in another language were fetched. */
async function bytesIn(language: Language, browser: Browser, { url, token }: Product, screen: Screen): Promise<number> {
  const { files } = await visit(browser, url, screen, token, language);
  const other = files.find(({ pathname }) => (textsLanguageOf(pathname) ?? language) !== language);
  if (other !== undefined) throw new Error(`${other.pathname} was fetched for ${screen.name} in ${language}`);
  return sum(files.map(({ transferred }) => transferred));
}

/** Measures what the exposed module of every published remote needs first, and all of its scripts (gzip, bytes). */
async function measureRemotes() {
  const { remotes } = await readRegistry(FEDERATED);
  const published = new PublishedFiles(FEDERATED);
  const gzipOf = async (folder: string, files: string[]) =>
    sum(await Promise.all(files.map(async (file) => (await sizesOf(join(folder, file))).gzip)));
  const measured = Object.entries(remotes).map(async ([name, { active }]) => {
    const manifest = await published.remote(name, active);
    if (manifest === undefined) throw new Error(`${name} ${active} is not published`);
    const folder = publishedFolder(FEDERATED, name, active);
    const scripts = Object.keys(manifest.files).filter((file) => file.endsWith('.js'));
    const first = [...new Set([manifest.entry, ...(manifest.preload ?? [])])];
    return { name, first: await gzipOf(folder, first), all: await gzipOf(folder, scripts) };
  });
  return Promise.all(measured);
}

const within = (aim: string, found: number, budget: number): Verdict => ({
  aim: `${aim} <= ${kB(budget)}`,
  found: kB(found),
  ok: found <= budget,
});

/** Measures the scripts of each first screen, with federation and without, and those of each remote. */
export async function measureBytes(
  browser: Browser,
  product: Product,
  print: (line: string) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const unfederated = await publishUnfederated(print);
  for (const screen of SCREENS) {
    const { name, path, budget } = screen;
    const root = unfederated[name];
    const found = await measureScreen(browser, product.url, FEDERATED, screen, product.token);
    const other = await measureScreen(browser, await product.serve(root), root, screen, product.token);
    // Error screens have a heading too.
    if (found.heading !== other.heading) throw new Error(`${found.heading} is not the screen ${other.heading}`);
    const [all, rival] = [total('together', found.parts), total('without federation', other.parts)];
    const rows = [...found.parts, all, rival].map(({ part, files, raw, gzip, brotli, transferred }) => [
      part,
      files,
      ...[raw, gzip, brotli, transferred].map(kB),
    ]);
    print(table(`JavaScript to ${name} (${path})`, ['', 'files', 'raw', 'gzip', 'brotli', 'over the wire'], rows));
    verdicts.push(within(`${name}: JavaScript over the wire`, all.transferred, budget));
    const [english, arabic] = [
      await bytesIn('en', browser, product, screen),
      await bytesIn('ar', browser, product, screen),
    ];
    print(`${name}, page and all files over the wire: ${kB(english)} in English, ${kB(arabic)} in Arabic`);
    verdicts.push(within(`${name}: more bytes in Arabic`, arabic - english, LANGUAGE_BYTES));
    verdicts.push(within(`${name}: federation's bytes (gzip)`, all.gzip - rival.gzip, FEDERATION_BYTES));
  }
  for (const { name, first, all } of await measureRemotes()) {
    verdicts.push(within(`${name}: what it fetches first (gzip)`, first, REMOTE_BUDGET));
    verdicts.push(within(`${name}: every screen and library of it together (gzip)`, all, REMOTE_BUDGET));
  }
  return verdicts;
}
