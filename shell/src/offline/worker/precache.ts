import { parseRemoteManifest, type Registry } from 'shared-ui/contract';
import { isPrefetched, isReadIn } from 'shared-ui/contract/host';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { scope } from './state.ts';

/** A file of a revision with its SHA-384. Its URL contains its version, so Workbox needs no revision. */
interface ListedFile extends PrecacheEntry {
  revision: null;
  integrity: string;
}

/** InjectManifest replaces this name with the list. */
declare const self: { __WB_MANIFEST: ListedFile[] };

const SHELL_FILES = self.__WB_MANIFEST;

/** Returns the files of the shell that this worker was built with; if the language is known, only texts in it. */
export const shellFiles = (language: string | undefined): ListedFile[] =>
  SHELL_FILES.filter(({ url }) => isReadIn(language, url));

/** Returns the manifests of the active remotes. @throws Error if the registry doesn't allow an origin */
export function manifestFiles({ remotes, origins }: Registry): ListedFile[] {
  const published = Object.values(remotes).flatMap(({ active, versions }) => versions[active] ?? []);
  return published.map(({ manifest, integrity }) => {
    const { href, origin } = new URL(manifest, scope.location.href);
    if (origin !== scope.location.origin && !origins.includes(origin))
      throw new Error(`${origin} is not an allowed origin`);
    return { url: href, revision: null, integrity };
  });
}

/**
 * Returns the files that a remote's manifest lists: those prefetched, and those fetched on first use. Texts in other
 * languages than the person's are neither.
 * @throws ShapeError
 */
async function filesOf(manifestUrl: string, language: string | undefined, response?: Response) {
  const manifest = parseRemoteManifest(await response?.json());
  const filesThat = (prefetched: boolean): ListedFile[] =>
    Object.entries(manifest.files)
      .filter(([path]) => isReadIn(language, path) && isPrefetched(path, manifest, language) === prefetched)
      .map(([path, integrity]) => ({ url: new URL(path, manifestUrl).href, revision: null, integrity }));
  return { prefetched: filesThat(true), onUse: filesThat(false) };
}

/** Returns the files of the active remotes, whose manifests are in the cache. @throws ShapeError */
export async function remoteFiles(cache: Cache, registry: Registry, language: string | undefined) {
  const lists = manifestFiles(registry).map(async ({ url }) =>
    filesOf(url, language, await cache.match(url, IGNORE_VARY)),
  );
  const remotes = await Promise.all(lists);
  return {
    prefetched: remotes.flatMap(({ prefetched }) => prefetched),
    onUse: remotes.flatMap(({ onUse }) => onUse),
  };
}

/** Published files never change, whatever headers they were first requested with. */
export const IGNORE_VARY = { ignoreVary: true };

/** Copies a file that another revision has already downloaded. */
const copyFromOtherRevision: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse }) => {
    const copy = cachedResponse ?? (await caches.match(request.url, IGNORE_VARY));
    if (copy && !cachedResponse) await (await caches.open(cacheName)).put(request.url, copy.clone());
    return copy;
  },
};

/** Workbox fills a precache during an install event only. The caller's own event keeps the worker alive. */
const installEvent = () => Object.assign(new ExtendableEvent('install'), { waitUntil: () => undefined });

/** Number of parallel controllers, as each downloads one file after the other. */
const AT_ONCE = 4;

async function precachePart(cacheName: string, files: ListedFile[], signal: AbortSignal): Promise<void> {
  const controller = new PrecacheController({ cacheName, plugins: [copyFromOtherRevision] });
  controller.addToCacheList(files);
  const install = (cache: RequestCache) => {
    controller.strategy.fetchOptions = { cache, credentials: 'omit', signal };
    return controller.install(installEvent());
  };
  // The browser's own HTTP cache may hold a damaged copy: try again without it.
  await install('default').catch(() => install('reload'));
}

/**
 * Downloads files into the cache of a revision and skips those it already has. The browser verifies the SHA-384 of
 * each.
 * @throws Error if a file is missing, damaged or exceeds the storage quota, once no other download is running;
 * completed files stay in the cache
 */
export async function precache(cacheName: string, files: ListedFile[]): Promise<void> {
  const abort = new AbortController();
  const parts = Array.from({ length: AT_ONCE }, (_, part) => files.filter((_file, index) => index % AT_ONCE === part));
  const running = parts.map((part) => precachePart(cacheName, part, abort.signal));
  await Promise.all(running).catch(async (error) => {
    abort.abort();
    await Promise.allSettled(running);
    throw error;
  });
}
