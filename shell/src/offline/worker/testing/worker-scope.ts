import { createHash } from 'node:crypto';
import { caches, Headers, Request, Response, setGlobalOrigin } from 'undici';
import { remoteManifest } from '../../../remotes/testing/manifest.ts';

/**
 * Globals of a service worker for unit tests: a spec-compliant Cache API (undici's) and a network that the test
 * fills. Import it before any Workbox module.
 */
export const ORIGIN = 'https://hospital.example';

/** Response bodies of the server, by path. */
export const served = new Map<string, string>();
/** Contents of the browser's HTTP cache, by path; requests that bypass it go to the server. */
export const httpCache = new Map<string, string>();
/** Every request that reached the network or the HTTP cache. */
const requests: Request[] = [];

/** Returns the `integrity` value of a file. */
export const integrityOf = (body: string) => `sha384-${createHash('sha384').update(body).digest('base64')}`;

/** The files of the shell that the worker was built with. */
export const SHELL = [...Array(12).keys(), 'texts-ar.0a1b2c3d', 'texts-fr.0a1b2c3d'].map(
  (name) => `/shell/1.0.0/${name}.js`,
);

/** Returns paths and cache modes of all requests so far. */
export const requested = () => requests.map(({ url, cache }) => `${new URL(url).pathname} ${cache}`);

async function fetchFake(input: Request | string, init?: object): Promise<Response> {
  const request = new Request(input, init);
  request.signal.throwIfAborted();
  requests.push(request);
  const { pathname } = new URL(request.url);
  const body = (request.cache === 'reload' ? undefined : httpCache.get(pathname)) ?? served.get(pathname);
  if (body === undefined) return new Response('', { status: 404 });
  if (request.integrity && request.integrity !== integrityOf(body)) throw new TypeError('Failed to fetch');
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.get('range') ?? '') ?? [];
  const headers = { 'content-length': `${body.length}` };
  return from === undefined
    ? new Response(body, { headers })
    : new Response(body.slice(Number(from)), { status: 206, headers });
}

class ExtendableEventFake extends Event {
  readonly promises: Promise<unknown>[] = [];

  waitUntil(promise: Promise<unknown>): void {
    this.promises.push(promise);
  }
}

class FetchEventFake extends ExtendableEventFake {
  readonly request: Request;

  constructor(type: string, { request }: { request: Request }) {
    super(type);
    this.request = request;
  }
}

/** Returns what a route handler receives for a page's request. */
export function requestFor(path: string, headers: Record<string, string> = {}) {
  const url = new URL(path, ORIGIN);
  const request = new Request(url, { headers }) as unknown as globalThis.Request;
  return { event: new FetchEvent('fetch', { request }), request, url, sameOrigin: true };
}

/** Resolves when everything an event waits for is done, including promises added meanwhile. */
export async function settled(event: ExtendableEvent & { promises?: Promise<unknown>[] }): Promise<void> {
  for (const promise of event.promises ?? []) await promise;
}

/** Stores files in a cache, by path. */
export async function store(cacheName: string, files: Record<string, string>): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const [path, body] of Object.entries(files)) await cache.put(path, new Response(body));
}

/** Returns the paths of all files in a cache, sorted. */
export async function pathsIn(cacheName: string): Promise<string[]> {
  const keys = await (await caches.open(cacheName)).keys();
  return keys.map(({ url }) => new URL(url).pathname).sort();
}

setGlobalOrigin(ORIGIN);
// Workbox's development builds log every step.
process.env.NODE_ENV = 'production';
Object.assign(globalThis, {
  ...{ self: globalThis, caches, Headers, Request, Response, fetch: fetchFake },
  ...{ ExtendableEvent: ExtendableEventFake, FetchEvent: FetchEventFake },
  location: new URL(`${ORIGIN}/sw.js`),
  registration: { scope: `${ORIGIN}/` },
  clients: { matchAll: async () => [{}] },
  __LODESTAR_VERSION__: '1.0.0',
  __WB_MANIFEST: SHELL.map((url) => ({ url, revision: null, integrity: integrityOf(url) })),
});

beforeEach(async () => {
  served.clear();
  httpCache.clear();
  requests.length = 0;
  for (const name of await caches.keys()) await caches.delete(name);
});

/** Publishes a version of the surveys remote with a script, a film, and more files. Returns the path of its manifest. */
export function publishSurveys(version: string, more: Record<string, string> = {}): string {
  const folder = `/remotes/surveys/${version}`;
  const files = { 'exposed.js': `surveys ${version}`, 'film.0a1b2c3d.mp4': 'the film', ...more };
  const hashes = Object.fromEntries(Object.entries(files).map(([path, body]) => [path, integrityOf(body)]));
  const manifest = remoteManifest({
    name: 'surveys',
    version,
    contract: 'survey@1',
    entry: 'exposed.js',
    files: hashes,
  });
  for (const [path, body] of Object.entries(files)) served.set(`${folder}/${path}`, body);
  served.set(`${folder}/remote.json`, JSON.stringify(manifest));
  return `${folder}/remote.json`;
}
