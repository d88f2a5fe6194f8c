import type { Registry, RuntimeConfig } from 'shared-ui/contract';
import { nameOf, textsLanguageOf } from 'shared-ui/contract/host';
import { LANGUAGE, PAGE_LOCK } from '../protocol.ts';
import { CONFIG, type Deployed, PAGE, REGISTRY } from './deployed.ts';
import { manifestFiles, precache, remoteFiles, shellFiles } from './precache.ts';
import { changeState, type State, type StoredRevision, scope } from './state.ts';

/** Prefix of the revisions' cache names. It is followed by the registry's revision number, for debugging. */
const REVISION = 'lodestar-revision-';

const isRevision = (cacheName: string): boolean => cacheName.startsWith(REVISION);

/** Returns the names of all files stored in revisions. */
async function storedFileNames(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const name of await caches.keys()) {
    if (!isRevision(name)) continue;
    for (const { url } of await (await caches.open(name)).keys()) names.add(nameOf(url));
  }
  return names;
}

const isComplete = async (cacheName: string) => (await caches.match(PAGE, { cacheName })) !== undefined;

/** Returns the person's language; undefined until a page has written it. */
async function readLanguage(): Promise<string | undefined> {
  return (await caches.match(LANGUAGE.url, { cacheName: LANGUAGE.cache }))?.text();
}

/**
 * Downloads a complete revision into its own cache. The page is stored last, so a cache that has one is complete.
 * @throws Error if a file is missing, damaged or exceeds the storage quota; the cache is then deleted
 */
export async function downloadRevision({ hash, page, runtime }: Deployed): Promise<StoredRevision> {
  const { config, registry } = runtime;
  const name = `${REVISION}${registry.revision}-${hash}`;
  if (await isComplete(name)) return { hash, cache: name };
  const used = await storedFileNames();
  const cache = await caches.open(name);
  try {
    await precache(name, manifestFiles(registry));
    const language = await readLanguage();
    const { prefetched, onUse } = await remoteFiles(cache, registry, language);
    await precache(name, [...shellFiles(language), ...prefetched]);
    // Files used in an older revision (a film, the PDF reader) are downloaded too if there is space.
    for (const file of onUse.filter(({ url }) => used.has(nameOf(url))))
      await precache(name, [file]).catch((error: unknown) =>
        console.info('An optional file could not be downloaded', error),
      );
    await cache.put(REGISTRY, Response.json(registry));
    await cache.put(CONFIG, Response.json(config));
    await cache.put(PAGE, page);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  return { hash, cache: name };
}

/** Deletes the revisions that are neither current nor staged and that no open page runs. */
export async function removeOld({ current, staged }: State): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const used = new Set([current?.cache, staged?.cache]);
  const isInUse = (cache: string) =>
    held.some(({ name = '' }) => cache.endsWith(`-${name.slice(PAGE_LOCK.length)}`) && name.startsWith(PAGE_LOCK));
  for (const name of await caches.keys()) {
    if (isRevision(name) && !used.has(name) && !isInUse(name)) await caches.delete(name);
  }
}

/** Whether a page opened with a stored registry could run a version revoked since. */
export function usesRevoked(stored: Registry, { remotes }: Registry): boolean {
  return Object.entries(stored.remotes).some(([name, { active, previous }]) => {
    const revoked = remotes[name]?.revoked ?? [];
    return revoked.includes(active) || (previous !== undefined && revoked.includes(previous));
  });
}

/** Returns the folders of the versions in a stored registry that were revoked since. */
export function foldersOfRevoked(stored: Registry, { remotes }: Registry, base: string): string[] {
  return Object.entries(stored.remotes).flatMap(([name, { versions }]) => {
    const revoked = (remotes[name]?.revoked ?? []).flatMap((version) => versions[version] ?? []);
    return revoked.map(({ manifest }) => new URL('.', new URL(manifest, base)).href);
  });
}

async function documentIn<T>(cacheName: string, url: string): Promise<T | undefined> {
  const stored = await caches.match(url, { cacheName });
  return stored ? ((await stored.json()) as T) : undefined;
}

const registryIn = (cacheName: string) => documentIn<Registry>(cacheName, REGISTRY);

/**
 * Adds the texts in the person's language, who may have changed it, to a revision of the shell that this worker was built
 * with. Those in earlier languages go with the revision.
 * @throws Error if a file is missing, damaged or exceeds the storage quota
 */
export async function addTexts({ cache: name }: StoredRevision): Promise<void> {
  const config = await documentIn<RuntimeConfig>(name, CONFIG);
  const registry = await registryIn(name);
  const language = await readLanguage();
  if (config?.shell !== __LODESTAR_VERSION__ || !registry || language === undefined) return;
  const { prefetched } = await remoteFiles(await caches.open(name), registry, language);
  const texts = [...shellFiles(language), ...prefetched].filter(({ url }) => textsLanguageOf(url) !== undefined);
  await precache(name, texts);
}

async function removeBelow(folders: string[]): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (folders.some((folder) => url.startsWith(folder))) await cache.delete(url);
  }
}

/**
 * Deletes the stored files of revoked versions, even of open pages, and drops every revision that could run one of
 * them. Pages then come from the server until a revision without them is complete.
 * @returns whether the current revision was dropped
 */
export async function dropRevoked(deployed: Registry): Promise<boolean> {
  const folders: string[] = [];
  const dropped = new Set<string>();
  for (const name of (await caches.keys()).filter(isRevision)) {
    const stored = await registryIn(name);
    if (stored === undefined) continue;
    folders.push(...foldersOfRevoked(stored, deployed, scope.location.href));
    if (usesRevoked(stored, deployed)) dropped.add(name);
  }
  if (dropped.size === 0) return false;
  const unlessDropped = (revision: StoredRevision | null) =>
    revision !== null && dropped.has(revision.cache) ? null : revision;
  let wasCurrent = false;
  await changeState((state) => {
    const current = unlessDropped(state.current);
    wasCurrent = current !== state.current;
    return { current, staged: unlessDropped(state.staged) };
  });
  await removeBelow(folders);
  return wasCurrent;
}
