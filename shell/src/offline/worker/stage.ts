import { PAGE_LOCK } from '../protocol.ts';
import { CONFIG, type Deployed, PAGE, REGISTRY } from './deployed.ts';
import { filesOf, manifestFiles, SHELL_FILES } from './files.ts';
import { IGNORE_VARY, precache } from './precache.ts';
import { nameOf } from './prefetched.ts';
import type { Kept, State } from './state.ts';

/** Caches of revisions begin like this; the number in the name is the registry's, for debugging. */
const REVISION = 'lodestar-revision-';

export const isRevision = (cacheName: string): boolean => cacheName.startsWith(REVISION);

/** The names of all files on this phone. */
async function namesKept(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const name of await caches.keys()) {
    if (!isRevision(name)) continue;
    for (const { url } of await (await caches.open(name)).keys()) names.add(nameOf(url));
  }
  return names;
}

const isWhole = async (cacheName: string) => (await caches.match(PAGE, { cacheName })) !== undefined;

/**
 * Fetches everything of a revision into a cache of its own. Its page is written last: a cache that has one is whole.
 * Throws at the first file that is missing, damaged or has no room, and leaves nothing behind then.
 */
export async function fetchWhole({ hash, page, runtime }: Deployed): Promise<Kept> {
  const { config, registry } = runtime;
  const name = `${REVISION}${registry.revision}-${hash}`;
  if (await isWhole(name)) return { hash, cache: name };
  const used = await namesKept();
  const cache = await caches.open(name);
  try {
    const manifests = manifestFiles(registry);
    await precache(name, manifests);
    const lists = manifests.map(async ({ url }) => filesOf(url, await cache.match(url, IGNORE_VARY)));
    const remotes = await Promise.all(lists);
    await precache(name, [...SHELL_FILES, ...remotes.flatMap(({ prefetched }) => prefetched)]);
    // Files that were used in an older revision (a film, the PDF reader) come along where there is space for them.
    const onUse = remotes.flatMap((remote) => remote.onUse);
    for (const file of onUse.filter(({ url }) => used.has(nameOf(url))))
      await precache(name, [file]).catch((error: unknown) => console.info('A file does not come along', error));
    await cache.put(REGISTRY, Response.json(registry));
    await cache.put(CONFIG, Response.json(config));
    await cache.put(PAGE, page);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  return { hash, cache: name };
}

/** Takes away what no new page gets and no open page runs. */
export async function removeOld({ current, staged }: State): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const used = new Set([current?.cache, staged?.cache]);
  const isRun = (cache: string) =>
    held.some(({ name = '' }) => cache.endsWith(`-${name.slice(PAGE_LOCK.length)}`) && name.startsWith(PAGE_LOCK));
  for (const name of await caches.keys()) {
    if (isRevision(name) && !used.has(name) && !isRun(name)) await caches.delete(name);
  }
}
