import { PAGE_LOCK } from '../protocol.ts';
import { CONFIG, type Deployed, PAGE, REGISTRY } from './deployed.ts';
import { filesOf, type ListedFile, manifestFiles, SHELL_FILES } from './files.ts';
import { nameOf } from './prefetched.ts';
import type { Kept, State } from './state.ts';

/** Caches of revisions begin like this; the number in the name is the registry's, for debugging. */
const REVISION = 'lodestar-revision-';

export const isRevision = (cacheName: string): boolean => cacheName.startsWith(REVISION);

/** Files on their way at once: enough to fill a phone's connection, few enough to leave room for what a page asks. */
const AT_ONCE = 4;

async function fetchExact({ url, integrity }: ListedFile): Promise<Response> {
  const ask = async (cache: RequestCache) => {
    const response = await fetch(url, { integrity, cache, credentials: 'omit' });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  };
  // The first error may be a damaged copy in the browser's own cache: once more, past it.
  return ask('default').catch(() => ask('reload'));
}

/** Puts one file into a cache: the copy of another revision, or from the server, where its hash is checked. */
async function bring(cache: Cache, file: ListedFile): Promise<void> {
  const known = await caches.match(file.url, { ignoreVary: true });
  await cache.put(file.url, known ?? (await fetchExact(file)));
}

async function bringAll(cache: Cache, files: ListedFile[]): Promise<void> {
  const left = [...files];
  const work = async () => {
    for (let file = left.shift(); file; file = left.shift()) await bring(cache, file);
  };
  const giveUp = (error: unknown) => {
    left.length = 0;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work().catch(giveUp)));
  // Not before the last has ended: a file that comes late must not bring back a cache that was given up.
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

async function remoteFiles(cache: Cache, manifests: ListedFile[]): Promise<ReturnType<typeof filesOf>> {
  const lists = manifests.map(async ({ url }) => {
    const manifest = await cache.match(url, { ignoreVary: true });
    return filesOf(url, (await manifest?.text()) ?? '');
  });
  const remotes = await Promise.all(lists);
  return { prefetched: remotes.flatMap(({ prefetched }) => prefetched), onUse: remotes.flatMap(({ onUse }) => onUse) };
}

/** The names of all files on this phone. */
async function namesKept(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const name of await caches.keys()) {
    if (!isRevision(name)) continue;
    for (const { url } of await (await caches.open(name)).keys()) names.add(nameOf(url));
  }
  return names;
}

/** What the person has used of the last revision (a film, the PDF reader) comes along; without room it comes on use again. */
async function bringUsed(cache: Cache, onUse: ListedFile[], used: ReadonlySet<string>): Promise<void> {
  for (const file of onUse) {
    if (!used.has(nameOf(file.url))) continue;
    await bring(cache, file).catch((error: unknown) => console.info('A file does not come along', error));
  }
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
    await bringAll(cache, manifests);
    const { prefetched, onUse } = await remoteFiles(cache, manifests);
    await bringAll(cache, [...SHELL_FILES, ...prefetched]);
    await bringUsed(cache, onUse, used);
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
