import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PublishedFiles } from 'gateway/registry/published';
import { publishedFolder, readRegistry } from 'gateway/registry/registry';
import type { Browser, CDPSession } from 'playwright';
import { FEDERATED, publishUnfederated } from './builds.ts';
import { openPhone, SCREENS, type Screen } from './page/phone.ts';
import type { Product } from './servers.ts';
import { sum } from './statistics.ts';
import { kB, table, type Verdict } from './verdicts.ts';

/** Budget for a remote's own scripts, in bytes after gzip. */
const REMOTE_BUDGET = 40_000;
/** Bytes that federation may add to a first screen, after gzip. */
const FEDERATION_BYTES = 27_000;

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

/** Records the path and bytes over the wire of each script that the page fetches; preloaded scripts count once. */
async function recordScripts(devtools: CDPSession): Promise<{ pathname: string; transferred: number }[]> {
  const scripts: { pathname: string; transferred: number }[] = [];
  const pending = new Map<string, string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.endsWith('.js') && !response.fromDiskCache) pending.set(requestId, pathname);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => pending.delete(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const pathname = pending.get(requestId);
    if (pathname !== undefined) scripts.push({ pathname, transferred: encodedDataLength });
  });
  await devtools.send('Network.enable');
  return scripts;
}

/** Opens a screen in a fresh browser context. Returns its heading and scripts. Throws when it redirects. */
async function visit(browser: Browser, url: string, { path, signedIn }: Screen, token: string) {
  const context = await openPhone(browser, { token: signedIn ? token : undefined });
  try {
    const page = await context.newPage();
    const scripts = await recordScripts(await context.newCDPSession(page));
    await page.goto(url + path, { waitUntil: 'commit' });
    const heading = await page.locator('h1').filter({ hasText: /\S/ }).first().textContent();
    await page.waitForLoadState('networkidle');
    const { pathname } = new URL(page.url());
    if (pathname !== path) throw new Error(`${path} redirected to ${pathname}: there is nothing to measure`);
    return { heading, scripts };
  } finally {
    await context.close();
  }
}

/** Visits a screen and adds up its scripts by package. Throws when one was fetched twice. */
async function measureScreen(browser: Browser, url: string, root: string, screen: Screen, token: string) {
  const { heading, scripts } = await visit(browser, url, screen, token);
  const paths = scripts.map(({ pathname }) => pathname);
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) throw new Error(`${twice} was fetched twice: a preload does not match its use`);
  const weighed = scripts.map(async ({ pathname, transferred }) => {
    return { part: partOf(pathname), files: 1, transferred, ...(await sizesOf(join(root, pathname))) };
  });
  const byPart = Map.groupBy(await Promise.all(weighed), ({ part }) => part);
  return { heading, parts: [...byPart].map(([part, files]) => total(part, files)) };
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
    verdicts.push(within(`${name}: federation's bytes (gzip)`, all.gzip - rival.gzip, FEDERATION_BYTES));
  }
  for (const { name, first, all } of await measureRemotes()) {
    verdicts.push(within(`${name}: what it fetches first (gzip)`, first, REMOTE_BUDGET));
    verdicts.push(within(`${name}: every screen and library of it together (gzip)`, all, REMOTE_BUDGET));
  }
  return verdicts;
}
