import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { PublishedFiles } from '../../gateway/registry/published.ts';
import { publishedFolder, readRegistry } from '../../gateway/registry/registry.ts';
import { type DeployRoots, KINDS, type Kind } from './builds.ts';
import { SCREENS, type ScreenName } from './page/screens.ts';
import { visit } from './page/visit.ts';
import type { Running } from './servers.ts';

export interface Sizes {
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

export type Bytes = Record<Kind, Record<ScreenName, Part[]>>;

/** Script sizes of a remote: what its exposed module needs first, and all scripts. */
export interface RemoteSizes {
  name: string;
  first: Sizes;
  all: Sizes;
}

const NOTHING: Sizes = { raw: 0, gzip: 0, brotli: 0 };

const plus = (one: Sizes, other: Sizes): Sizes => ({
  raw: one.raw + other.raw,
  gzip: one.gzip + other.gzip,
  brotli: one.brotli + other.brotli,
});

/** Returns the sizes of a published script. A missing compressed variant counts as the original. */
async function sizesOf(file: string): Promise<Sizes> {
  const { size: raw } = await stat(file);
  const variant = async (suffix: string) => (await stat(file + suffix).catch(() => ({ size: raw }))).size;
  return { raw, gzip: await variant('.gz'), brotli: await variant('.br') };
}

async function sizesOfAll(folder: string, files: string[]): Promise<Sizes> {
  let total = NOTHING;
  for (const file of files) total = plus(total, await sizesOf(join(folder, file)));
  return total;
}

/** Returns the package a script belongs to, by its name in the report. */
function partOf(pathname: string): string {
  const [, area, name = ''] = pathname.split('/');
  if (area === 'remotes') return `${name} remote`;
  return /\/main\.[^/]*$/.test(pathname) ? 'shell' : 'chunks on demand';
}

/** Visits every screen of every kind and adds up its scripts. Throws when one was fetched twice. */
export async function measureBytes(browser: Browser, running: Running, roots: DeployRoots): Promise<Bytes> {
  const entries = [];
  for (const kind of KINDS) {
    const screens = [];
    for (const screen of SCREENS) {
      const url = running.urls[kind][screen.name];
      const { scripts } = await visit(browser, { url, screen, token: running.token, throttled: false });
      const parts = new Map<string, Part>();
      const seen = new Set<string>();
      for (const { url: address, transferred } of scripts) {
        const { pathname } = new URL(address);
        if (seen.has(pathname)) throw new Error(`${pathname} was fetched twice: a preload does not match its use`);
        seen.add(pathname);
        const part = partOf(pathname);
        const before = parts.get(part) ?? { part, files: 0, transferred: 0, ...NOTHING };
        const sizes = plus(before, await sizesOf(join(roots[kind][screen.name], pathname)));
        parts.set(part, { part, files: before.files + 1, transferred: before.transferred + transferred, ...sizes });
      }
      screens.push([screen.name, [...parts.values()]] as const);
    }
    entries.push([kind, Object.fromEntries(screens)] as const);
  }
  return Object.fromEntries(entries) as Bytes;
}

/** Measures every remote in the deploy root's registry. */
export async function measureRemotes(root: string): Promise<RemoteSizes[]> {
  const { remotes } = await readRegistry(root);
  const published = new PublishedFiles(root);
  const sizes = Object.entries(remotes).map(async ([name, { active }]) => {
    const manifest = await published.remote(name, active);
    if (manifest === undefined) throw new Error(`${name} ${active} is not published`);
    const folder = publishedFolder(root, name, active);
    const scripts = Object.keys(manifest.files).filter((file) => file.endsWith('.js'));
    const first = [...new Set([manifest.entry, ...(manifest.preload ?? [])])];
    return { name, first: await sizesOfAll(folder, first), all: await sizesOfAll(folder, scripts) };
  });
  return Promise.all(sizes);
}
