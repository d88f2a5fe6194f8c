import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheStrategy } from 'workbox-precaching';
import { RangeRequestsPlugin } from 'workbox-range-requests';
import { NavigationRoute } from 'workbox-routing';
import { CacheFirst, CacheOnly } from 'workbox-strategies';
import { CONFIG, PAGE, REGISTRY } from './deployed.ts';
import { promote } from './life.ts';
import { IGNORE_VARY } from './precache.ts';
import { openPages } from './scope.ts';
import { readState } from './state.ts';
import { testPage } from './test-version.ts';

/** Paths that the server answers itself, whatever they show: never from the phone. */
const SERVER_PATHS = /^\/(api|outbox|dev|shell|remotes|guest|brand|override|repair|healthz|deploy)([/?]|$)/;
const FILE = /^[^?]*\.[a-z0-9]+(\?|$)/i;
const PUBLISHED = /^\/(shell|remotes)\//;

/** What the browser may ask another origin for on behalf of a remote that is published there. */
const REMOTE_PARTS = new Set<RequestDestination>(['script', 'style', 'font']);

/** The document of guests' frames, of one version of the shell. */
const GUEST = /^\/guest\//;

/** Configuration or registry, by a page that was served without them. One that wants them fresh says so. */
export const isState = ({ request, url, sameOrigin }: RouteMatchCallbackOptions) =>
  sameOrigin && [REGISTRY, CONFIG].includes(url.pathname) && request.cache !== 'reload';

/** A published file: its address says its version, and it never changes. Asked for anew, it comes from the server. */
export const isFile = ({ request, url, sameOrigin }: RouteMatchCallbackOptions) => {
  if (sameOrigin && GUEST.test(url.pathname)) return true;
  if (request.cache === 'reload' || request.mode === 'navigate') return false;
  if (sameOrigin) return PUBLISHED.test(url.pathname);
  return REMOTE_PARTS.has(request.destination) || url.pathname.endsWith('/remote.json');
};

const pageOnAnyRoute: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => (request.mode === 'navigate' ? PAGE : request),
};

/** Answers with the page, the configuration or the registry of the current revision, else from the server. */
export async function answerCurrent({ event, request }: RouteHandlerCallbackOptions): Promise<Response> {
  const { current } = await readState();
  return new PrecacheStrategy({ cacheName: current?.cache, plugins: [pageOnAnyRoute] }).handle({ event, request });
}

/** A screen is opened: the server's page in a browser with a test version, else the page of the current revision. */
async function answerPage({ event, request, url }: RouteHandlerCallbackOptions): Promise<Response> {
  const page = await testPage(request);
  if (page) return page;
  // Without an open page nothing would go on with an older revision.
  if ((await openPages()).length === 0) await promote();
  return answerCurrent({ event, request, url });
}

export const pages = new NavigationRoute(answerPage, { denylist: [SERVER_PATHS, FILE] });

/** Returns the cache of the revision whose manifests list a file, and the SHA-384 that they name. */
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

/** Players request a film by range from its first byte on: it is fetched whole, so that it can be stored, and played meanwhile. */
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

/** Stores a file only if its hash is right. A film is played while it comes, so that the browser can't check it before. */
const onlyExact = (integrity: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ response }) => {
    const digest = await crypto.subtle.digest('SHA-384', await response.clone().arrayBuffer());
    return integrity === `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` ? response : null;
  },
});

/** Fetches a file that no revision has, and stores it in the revision that lists it. Without space it is fetched each time. */
const fetchOnUse: WorkboxPlugin = {
  handlerDidError: async ({ event, request }) => {
    const revision = await findRevision(request.url);
    if (!revision) return fetch(request);
    const plugins = [wholeFilm, onlyExact(revision.integrity)];
    const [response, stored] = new CacheFirst({ cacheName: revision.cacheName, plugins }).handleAll({ event, request });
    stored.catch((error: unknown) => console.info('A file could not be kept', error));
    return response;
  },
};

const fromAnyRevision: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ request }) => caches.match(request.url, IGNORE_VARY),
};

/** Answers with a published file from any revision on the phone, else from the server. */
export const files = new CacheOnly({ plugins: [fromAnyRevision, new RangeRequestsPlugin(), fetchOnUse] });

/** Stores what a page had loaded before the worker served it; the browser's HTTP cache nearly always has it. */
export async function keepLoaded(event: ExtendableEvent, urls: string[]): Promise<void> {
  const published = urls.filter((url) => PUBLISHED.test(new URL(url).pathname));
  for (const request of published) await files.handle({ event, request });
}
