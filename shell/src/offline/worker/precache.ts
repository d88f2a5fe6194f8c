import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController } from 'workbox-precaching';
import type { ListedFile } from './files.ts';

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
 * each. Throws if a file is missing, damaged or exceeds the storage quota, once no other download is running;
 * completed files stay in the cache.
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
