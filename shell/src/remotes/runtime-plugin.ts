import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { isObject } from 'shared-ui/contract';
import { loadWaiting } from '../guests/waiting-frame.ts';
import { noteLoaded } from '../health/notes.ts';
import { RemoteFailure, reportFailure } from './failure.ts';
import { integrityFor, isListed } from './integrity.ts';
import { librariesHaveRun } from './libraries.ts';
import { fetchExact } from './manifest.ts';
import { preflight, soughtVersion } from './preflight.ts';
import { registryOfPage } from './registry.ts';
import { closeRequest, type LoadedRemote, openRequest, type RemoteRequest, requestOf, type Wanted } from './request.ts';
import { failureFrom, scriptFailure } from './second-try.ts';

/** The runtime's own limit for a script (20 s by default) never applies: a request's deadline ends the wait (ms). */
const NO_SCRIPT_LIMIT_MS = 2 ** 31 - 1;

/**
 * Asks the runtime for the first of some versions of a remote. Every failure on the way is reported; when no version is
 * left the last failure is thrown.
 */
export async function loadWanted<T>(runtime: ModuleFederation, wanted: Wanted<T>): Promise<LoadedRemote<T>> {
  const askedAt = performance.now();
  const request = openRequest(wanted);
  const { id, name, version, deadline } = request;
  const published = registryOfPage().remotes[name]?.versions[version];
  const entry = new URL(published?.manifest ?? '', location.href).href;
  runtime.registerRemotes([{ name: id, entry, type: 'global' }]);
  try {
    const take = await deadline.race(runtime.loadRemote<() => LoadedRemote<T>>(id));
    if (take === null) throw new Error('the runtime has returned nothing');
    const loaded = take();
    noteLoaded(loaded.remote, performance.now() - askedAt);
    return loaded;
  } catch (error) {
    return fallBack(runtime, request, error);
  }
}

async function loadNext<T>(runtime: ModuleFederation, request: RemoteRequest<T>, error: unknown) {
  const { name, remote, others, contract, deadline } = request;
  deadline.clear();
  const failure = await failureFrom(error, remote, 'EXPORT_INVALID');
  reportFailure(failure);
  if (others.length === 0) throw failure;
  return loadWanted(runtime, { name, versions: others, contract });
}

/** Reports the failure of a version and loads the next one, once a request: whatever fails afterwards is a consequence. */
function fallBack<T>(runtime: ModuleFederation, request: RemoteRequest<T>, error: unknown): Promise<LoadedRemote<T>> {
  request.fallback ??= loadNext(runtime, request, error);
  return request.fallback;
}

/**
 * Returns whether the runtime should load a version again because the file that failed is whole on a second look, once a
 * file. Such a file was damaged in the cache, or failed while it was preloaded: a browser keeps the failure of a preload
 * for the first request for the file, so each file of a remote that was unreachable fails once more when it is back.
 */
function isWorthRetrying({ retried, fallback }: RemoteRequest, { mended }: RemoteFailure): boolean {
  if (fallback || mended === undefined || retried.has(mended)) return false;
  retried.add(mended);
  return true;
}

/** Throws RemoteFailure for a file that no checked manifest lists. Returns the remote that asks for it. */
function mustBeListed(url: string, { name }: { name: string } = { name: 'unknown' }): string {
  const remote = requestOf(name)?.remote ?? name;
  if (isListed(url)) return remote;
  throw new RemoteFailure('ENTRY_INTEGRITY', remote, `no checked manifest lists ${url}`);
}

/** Loads a guest into its frame. For the runtime it is a container like any other. */
async function guestContainer(request: RemoteRequest, manifestUrl: string) {
  const locating = preflight(request, manifestUrl);
  // Its failure goes to the code that waits for it, which may begin to wait later.
  locating.catch(() => undefined);
  const module = await loadWaiting(request.remote, locating);
  return { init: () => undefined, get: () => async () => module };
}

/**
 * The product's rules for federation, as hooks of the runtime: a remote is what the registry says, its manifest is checked
 * before any of its code is downloaded, every file has its hash, and a version that fails is followed by the one before it.
 */
export const lodestarPlugin: ModuleFederationRuntimePlugin = {
  name: 'lodestar',

  /** A remote is registered with the address of its manifest. Once that is checked the runtime gets the entry's. */
  async loadEntry({ remoteInfo }) {
    const { name, entry: manifestUrl } = remoteInfo;
    const request = requestOf(name);
    if (!request) throw new RemoteFailure('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
    // Before a frame is made for what may not run in one.
    soughtVersion(request);
    if (request.isGuest) return guestContainer(request, manifestUrl);
    if (request.located) return undefined;
    request.located = await preflight(request, manifestUrl);
    const { manifest, url } = request.located;
    // The container of an earlier try: its lazy screens that failed would never be requested again.
    if (manifest.container in globalThis) Reflect.set(globalThis, manifest.container, undefined);
    Object.assign(remoteInfo, {
      entry: new URL(manifest.entry, url).href,
      entryGlobalName: manifest.container,
      // Other types are imported without createScript, and so without a hash.
      type: 'global',
    });
    return undefined;
  },

  createScript({ url, remoteInfo }) {
    mustBeListed(url, remoteInfo);
    const script = document.createElement('script');
    script.src = url;
    script.integrity = integrityFor(url);
    script.crossOrigin = 'anonymous';
    // The next try must not find it waiting: the runtime would wait with it.
    requestOf(remoteInfo?.name ?? '')?.deadline.signal.addEventListener('abort', () =>
      script.dispatchEvent(new Event('error')),
    );
    return { script, timeout: NO_SCRIPT_LIMIT_MS };
  },

  createLink: ({ url, remoteInfo }) => void mustBeListed(url, remoteInfo),

  async fetch(url, _init, remoteInfo) {
    const remote = mustBeListed(url, remoteInfo);
    return new Response(await fetchExact({ part: 'MANIFEST', url, remote, integrity: integrityFor(url) }));
  },

  /** Only an entry's script that did not load gets here. */
  async loadEntryError({ remoteInfo: { name, entry } }) {
    const request = requestOf(name);
    if (request && !request.deadline.signal.aborted) throw await scriptFailure('ENTRY', request.remote, entry);
    return undefined;
  },

  /** The manifest names the exposed module. It is downloaded at once, and runs when the libraries have run. */
  async getModuleFactory({ remoteEntryExports, moduleInfo }) {
    const { located } = requestOf(moduleInfo.name) ?? {};
    if (!located) return undefined;
    const factory = await remoteEntryExports.get(located.manifest.expose);
    await librariesHaveRun();
    return factory;
  },

  async onLoad({ id, exposeModule: exposed }) {
    const request = requestOf(id);
    if (!request) return undefined;
    const { remote, version, contract } = request;
    const module = contract.check(isObject(exposed) && 'default' in exposed ? exposed.default : exposed);
    return () => ({ remote, version, module });
  },

  async errorLoadRemote({ id, error, lifecycle, origin }) {
    const request = requestOf(id);
    if (lifecycle !== 'onLoad' || !request) return undefined;
    const failure = await failureFrom(error, request.remote, 'EXPORT_INVALID');
    if (isWorthRetrying(request, failure)) return origin.loadRemote(id);
    const loaded = await fallBack(origin, request, failure);
    return () => loaded;
  },

  afterLoadRemote: ({ id }) => closeRequest(id),
};
