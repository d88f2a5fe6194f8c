import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheStrategy } from 'workbox-precaching';
import { RangeRequestsPlugin } from 'workbox-range-requests';
import { NavigationRoute } from 'workbox-routing';
import { CacheFirst, CacheOnly } from 'workbox-strategies';
import { TEST_MARK } from '../protocol.ts';
import { CONFIG, PAGE, REGISTRY } from './deployed.ts';
import { promote } from './lifecycle.ts';
import { IGNORE_VARY } from './precache.ts';
import { openPages, readState, scope } from './state.ts';

const LINK = '/override';

/** Pending write of the mark after a link was opened; the next page waits for it. */
let marking: Promise<unknown> | undefined;

/** Sets the mark when an override link is opened. The server responds to the link itself. */
export function watchLinks(): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.mode !== 'navigate' || new URL(request.url).pathname !== LINK) return;
    marking = caches.open(TEST_MARK);
    event.waitUntil(marking);
  });
}

/** Returns the server's page in a browser with a test version; undefined in all others and when offline. */
async function testPage(request: Request): Promise<Response | undefined> {
  await marking?.catch(() => undefined);
  if (!(await caches.has(TEST_MARK))) return undefined;
  const page = await fetch(request).catch(() => undefined);
  if (page === undefined || page.type === 'opaqueredirect' || page.headers.has('lodestar-override')) return page;
  marking = undefined;
  await caches.delete(TEST_MARK);
  return undefined;
}

/** Paths that always go to the server. */
const SERVER_PATHS = /^\/(api|outbox|dev|shell|remotes|guest|brand|override|repair|healthz|deploy)([/?]|$)/;
const FILE = /^[^?]*\.[a-z0-9]+(\?|$)/i;
const PUBLISHED = /^\/(shell|remotes)\//;

/** Request destinations of remotes published on another origin. */
const REMOTE_PARTS = new Set<RequestDestination>(['script', 'style', 'font']);

/** Document of guests' frames, one per shell version. */
const GUEST = /^\/guest\//;

/** Matches configuration and registry requests of pages served without them. `cache: 'reload'` bypasses the worker. */
export const isConfigOrRegistry = ({ request, url, sameOrigin }: RouteMatchCallbackOptions) =>
  sameOrigin && [REGISTRY, CONFIG].includes(url.pathname) && request.cache !== 'reload';

/** Matches published files: their versioned URLs make them immutable. `cache: 'reload'` goes to the server. */
export const isPublishedFile = ({ request, url, sameOrigin }: RouteMatchCallbackOptions) => {
  if (sameOrigin && GUEST.test(url.pathname)) return true;
  if (request.cache === 'reload' || request.mode === 'navigate') return false;
  if (sameOrigin) return PUBLISHED.test(url.pathname);
  return REMOTE_PARTS.has(request.destination) || url.pathname.endsWith('/remote.json');
};

const pageOnAnyRoute: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => (request.mode === 'navigate' ? PAGE : request),
};

/** Responds with the page, configuration or registry of the current revision, else from the server. */
export async function respondWithCurrent({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  const { current } = await readState();
  return new PrecacheStrategy({ cacheName: current?.cache, plugins: [pageOnAnyRoute] }).handle({ event, request });
}

/** Responds with the server's page in a browser with a test version, else with that of the current revision. */
async function respondWithPage({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const page = await testPage(request);
  if (page) return page;
  // With no open page, nothing still uses an older revision.
  if ((await openPages()).length === 0) await promote();
  return respondWithCurrent({ event, request, url });
}

/** Matches every page but one in a frame: the stored page can't be framed, as the server's can in a demo. */
class PageRoute extends NavigationRoute {
  constructor() {
    super(respondWithPage, { denylist: [SERVER_PATHS, FILE] });
    const { match } = this;
    this.match = (options) => options.request.destination !== 'iframe' && match(options);
  }
}

export const pageRoute = new PageRoute();

/** Returns the cache of the revision whose manifest lists a file, and the file's SHA-384 hash. */
async function findRevision(url: string): Promise<{ cacheName: string; integrity: string } | undefined> {
  const manifestUrl = new URL('remote.json', url).href;
  for (const cacheName of await caches.keys()) {
    const manifest = await caches.match(manifestUrl, { ...IGNORE_VARY, cacheName });
    const integrity = (await manifest?.json())?.files?.[url.slice(manifestUrl.lastIndexOf('/') + 1)];
    if (integrity) return { cacheName, integrity };
  }
  return undefined;
}

const WHOLE = 'bytes=0-';

/** Fetches films whole, which players request by range from the first byte, to store them while they play. */
const wholeFilm: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.headers.get('range') === WHOLE ? new Request(request.url) : request,
  handlerWillRespond: async ({ request, response }) => {
    const length = response.headers.get('content-length');
    if (request.headers.get('range') !== WHOLE || response.status !== 200 || length === null) return response;
    const headers = new Headers(response.headers);
    headers.set('content-range', `bytes 0-${Number(length) - 1}/${length}`);
    return new Response(response.body, { status: 206, headers });
  },
};

/** Stores a file only if its hash matches. A film plays while it downloads, so no browser can check it. */
const onlyVerified = (integrity: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ response }) => {
    const digest = await crypto.subtle.digest('SHA-384', await response.clone().arrayBuffer());
    return integrity === `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` ? response : null;
  },
});

/** Fetches a file that is not cached and, if there is space, stores it in the revision that lists it. */
const fetchOnUse: WorkboxPlugin = {
  handlerDidError: async ({ event, request }) => {
    const revision = await findRevision(request.url);
    if (!revision) return fetch(request);
    const plugins = [wholeFilm, onlyVerified(revision.integrity)];
    const [response, stored] = new CacheFirst({ cacheName: revision.cacheName, plugins }).handleAll({ event, request });
    stored.catch((error: unknown) => console.info('A file could not be cached', error));
    return response;
  },
};

const fromAnyRevision: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ request }) => caches.match(request.url, IGNORE_VARY),
};

/** Responds with a published file from any cached revision, else from the server. */
export const publishedFiles = new CacheOnly({ plugins: [fromAnyRevision, new RangeRequestsPlugin(), fetchOnUse] });

/** Stores files that a page loaded before the worker controlled it; they are usually still in the HTTP cache. */
export async function storeLoaded(event: ExtendableEvent, urls: string[]): Promise<void> {
  const published = urls.filter((url) => PUBLISHED.test(new URL(url).pathname));
  for (const request of published) await publishedFiles.handle({ event, request });
}
