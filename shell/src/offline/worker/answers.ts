import { createPartialResponse } from 'workbox-range-requests';
import { CONFIG, PAGE, REGISTRY } from './deployed.ts';
import { promote } from './life.ts';
import { openPages } from './scope.ts';
import { readState } from './state.ts';
import { testPage } from './test-version.ts';

/** Everything that the server answers itself, whatever a person sees there: never from the phone. */
const SERVER_PATHS = /^\/(api|outbox|dev|shell|remotes|guest|brand|override|repair|healthz|deploy)(\/|$)/;
const FILE = /\.[a-z0-9]+$/i;
const PUBLISHED = /^\/(shell|remotes)\//;

/** What the browser may ask another origin for on behalf of a remote that is published there. */
const REMOTE_PARTS = new Set<RequestDestination>(['script', 'style', 'font']);

/** The document of guests' frames, of one version of the shell. */
const GUEST = /^\/guest\//;

interface Asked {
  request: Request;
  url: URL;
  sameOrigin: boolean;
}

/** A screen of the product is opened, by whatever route. */
export const isPage = ({ request, url, sameOrigin }: Asked) =>
  sameOrigin && request.mode === 'navigate' && !SERVER_PATHS.test(url.pathname) && !FILE.test(url.pathname);

/** Configuration or registry, by a page that was served without them. One that wants them fresh says so. */
export const isState = ({ request, url, sameOrigin }: Asked) =>
  sameOrigin && [REGISTRY, CONFIG].includes(url.pathname) && request.cache !== 'reload';

/** A published file: its address says its version, and it never changes. Asked for anew, it comes from the server. */
export const isFile = ({ request, url, sameOrigin }: Asked) => {
  if (sameOrigin && GUEST.test(url.pathname)) return true;
  if (request.cache === 'reload' || request.mode === 'navigate') return false;
  if (sameOrigin) return PUBLISHED.test(url.pathname);
  return REMOTE_PARTS.has(request.destination) || url.pathname.endsWith('/remote.json');
};

async function ofCurrent(path: string): Promise<Response | undefined> {
  const { current } = await readState();
  return current ? caches.match(path, { cacheName: current.cache }) : undefined;
}

/** The page, at once: in a browser with a test version from the server, else from the phone. */
export async function answerPage(request: Request): Promise<Response> {
  return (await testPage(request)) ?? keptPage(request);
}

/** What waits becomes current first if no page is open that would go on with something older. */
async function keptPage(request: Request): Promise<Response> {
  if ((await openPages()).length === 0) await promote();
  return (await ofCurrent(PAGE)) ?? fetch(request);
}

export async function answerState({ request, url }: Pick<Asked, 'request' | 'url'>): Promise<Response> {
  return (await ofCurrent(url.pathname)) ?? fetch(request);
}

/** The cache of the revision that a file belongs to: the one that holds its remote's manifest, which must list it. */
async function homeOf(url: string): Promise<Cache | undefined> {
  const manifestUrl = new URL('remote.json', url).href;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const manifest = await cache.match(manifestUrl, { ignoreVary: true });
    if (manifest && url.slice(manifestUrl.lastIndexOf('/') + 1) in ((await manifest.json()).files ?? {})) return cache;
  }
  return undefined;
}

/** Keeps a file that was too large to be prefetched. Without space for it, it is fetched again the next time. */
async function keep(url: string, response: Response): Promise<void> {
  try {
    await (await homeOf(url))?.put(url, response);
  } catch (error) {
    console.info('A file could not be kept', error);
  }
}

/** The whole file as the answer to a request for all of it from the first byte on, as players of films ask for it. */
function asRange(response: Response): Response {
  const length = response.headers.get('content-length');
  if (length === null) return response;
  const headers = new Headers(response.headers);
  headers.set('content-range', `bytes 0-${Number(length) - 1}/${length}`);
  return new Response(response.body, { status: 206, headers });
}

/** A published file: the copy on the phone, else from the server, and kept. */
export async function answerFile(event: ExtendableEvent, request: Request): Promise<Response> {
  const range = request.headers.get('range');
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return range === null ? kept : createPartialResponse(request, kept);
  if (range !== null && range !== 'bytes=0-') return fetch(request);
  const response = await fetch(range === null ? request : request.url);
  if (response.status !== 200) return response;
  event.waitUntil(keep(request.url, response.clone()));
  return range === null ? response : asRange(response);
}

/** Keeps what a page had loaded before it was served; nearly always the browser itself still has it. */
export async function keepLoaded(urls: string[]): Promise<void> {
  for (const url of urls.filter((loaded) => PUBLISHED.test(new URL(loaded).pathname))) {
    if (await caches.match(url, { ignoreVary: true })) continue;
    const response = await fetch(url, { credentials: 'omit' });
    if (response.status === 200) await keep(url, response);
  }
}
