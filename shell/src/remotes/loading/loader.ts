/**
 * Loading a remote, step 3 of 4: the first version that works, through the federation runtime. For each version it opens
 * a request with a deadline (request.ts), checks the descriptor (preflight.ts), adds the entry's script with its hash,
 * initialises the container, and checks the exposed module against the contract. A file that is intact on a second
 * download is retried once; a version that fails is reported and replaced by the previous one.
 */
import {
  createInstance,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/enhanced/runtime';
import { isObject } from 'shared-ui/contract';
import { noteLoaded } from '../../health/notes.ts';
import { RemoteError, reportFailure } from '../failure.ts';
import { loadInFrame } from '../guests/waiting-frame.ts';
import { registryOfPage } from '../registry.ts';
import { failureFrom, fetchVerified, integrityFor, isListed, scriptFailure } from './integrity.ts';
import { mayProvide, preflight, registeredRemote, requestedVersion } from './preflight.ts';
import {
  closeRequest,
  type LoadedRemote,
  librariesHaveRun,
  openRequest,
  type RemoteRequest,
  requestOf,
  type Wanted,
} from './request.ts';
import { provideRuntimeCore } from './runtime-core.ts';

export { failureFrom } from './integrity.ts';

/**
 * Returns the versions to try, in order: the active one, then the previous one unless it is a guest, which can only
 * provide surveys.
 * @throws RemoteError for an unknown remote
 */
export function candidates(name: string, contract: string): string[] {
  const { active, previous = active, versions } = registeredRemote(name);
  return [...new Set([active, previous])].filter(
    (version) => version === active || mayProvide(versions[version] ?? {}, contract),
  );
}

/**
 * Loads the first of the wanted versions that works, and reports every failure.
 * @throws RemoteError the last one, when no version is left
 */
export async function loadFirst<T>(wanted: Wanted<T>): Promise<LoadedRemote<T>> {
  if (wanted.versions.length === 0) throw new RemoteError('REMOTE_UNKNOWN', wanted.name, 'no version is left to try');
  const runtime = federationRuntime();
  const requestedAt = performance.now();
  const request = openRequest(wanted);
  const { id, name, version, deadline } = request;
  const published = registryOfPage().remotes[name]?.versions[version];
  const entry = new URL(published?.manifest ?? '', location.href).href;
  runtime.registerRemotes([{ name: id, entry, type: 'global' }]);
  try {
    const getLoaded = await deadline.race(runtime.loadRemote<() => LoadedRemote<T>>(id));
    if (getLoaded === null) throw new Error('the runtime returned no module');
    const loaded = getLoaded();
    noteLoaded(loaded.remote, performance.now() - requestedAt);
    return loaded;
  } catch (error) {
    return fallBack(request, error);
  }
}

async function loadNext<T>({ name, remote, others, contract, deadline }: RemoteRequest<T>, error: unknown) {
  deadline.clear();
  const failure = await failureFrom(error, remote, 'EXPORT_INVALID');
  reportFailure(failure);
  if (others.length === 0) throw failure;
  return loadFirst({ name, versions: others, contract });
}

/** Reports a failure and loads the next version, once per request: later failures result from the first. */
function fallBack<T>(request: RemoteRequest<T>, error: unknown): Promise<LoadedRemote<T>> {
  request.fallback ??= loadNext(request, error);
  return request.fallback;
}

/**
 * Whether the runtime should load a version again because the failed file was intact on a second download, once per
 * file. The file was damaged in the cache, or its preload failed: browsers reuse a preload's failure for the first
 * request, so each file of a remote that was unreachable fails once more after the remote is reachable again.
 */
function isWorthRetrying({ retried, fallback }: RemoteRequest, { recoveredFile }: RemoteError): boolean {
  if (fallback || recoveredFile === undefined || retried.has(recoveredFile)) return false;
  retried.add(recoveredFile);
  return true;
}

/** Disables the runtime's own script timeout (20 s by default, here in ms): the request's deadline ends the wait. */
const NO_SCRIPT_LIMIT_MS = 2 ** 31 - 1;

/** Returns the remote that requests a file. @throws RemoteError if no verified manifest lists the file */
function mustBeListed(url: string, { name }: { name: string } = { name: 'unknown' }): string {
  const remote = requestOf(name)?.remote ?? name;
  if (isListed(url)) return remote;
  throw new RemoteError('ENTRY_INTEGRITY', remote, `no verified manifest lists ${url}`);
}

/** Loads a guest into its frame. To the runtime it is a container like any other. */
async function guestContainer(request: RemoteRequest, manifestUrl: string) {
  const locating = preflight(request, manifestUrl);
  // Marks a rejection as handled: `loadInFrame` awaits the promise, but possibly later.
  locating.catch(() => undefined);
  const module = await loadInFrame(request.remote, locating, request.deadline.signal);
  return { init: () => undefined, get: () => async () => module };
}

/**
 * Federation rules as runtime hooks: the registry defines the remotes, a manifest is verified before any code is
 * downloaded, every file has its hash, and a version that fails is replaced by the previous one.
 */
export const lodestarPlugin: ModuleFederationRuntimePlugin = {
  name: 'lodestar',

  /** Replaces the manifest's URL, with which remotes are registered, with the entry's of a verified manifest. */
  async loadEntry({ remoteInfo }) {
    const { name, entry: manifestUrl } = remoteInfo;
    const request = requestOf(name);
    if (!request) throw new RemoteError('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
    // Must come before a frame is created: not every version may run in one.
    requestedVersion(request);
    if (request.isGuest) return guestContainer(request, manifestUrl);
    if (request.located) return undefined;
    request.located = await preflight(request, manifestUrl);
    const { manifest, url } = request.located;
    // Drop the container of an earlier attempt: its failed lazy screens would never be requested again.
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
    // End the runtime's wait on abort, or the next attempt would wait for this script too.
    requestOf(remoteInfo?.name ?? '')?.deadline.signal.addEventListener('abort', () =>
      script.dispatchEvent(new Event('error')),
    );
    return { script, timeout: NO_SCRIPT_LIMIT_MS };
  },

  createLink: ({ url, remoteInfo }) => void mustBeListed(url, remoteInfo),

  async fetch(url, _init, remoteInfo) {
    const remote = mustBeListed(url, remoteInfo);
    return new Response(await fetchVerified({ part: 'MANIFEST', url, remote, integrity: integrityFor(url) }));
  },

  /** Called only when an entry's script failed to load. */
  async loadEntryError({ remoteInfo: { name, entry } }) {
    const request = requestOf(name);
    if (request && !request.deadline.signal.aborted) throw await scriptFailure('ENTRY', request.remote, entry);
    return undefined;
  },

  /** Downloads the module exposed in the manifest immediately, and runs it after the libraries. */
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
    const { remote, version, locales, contract } = request;
    const module = contract.check(isObject(exposed) && 'default' in exposed ? exposed.default : exposed);
    return () => ({ remote, version, locales, module });
  },

  async errorLoadRemote({ id, error, lifecycle, origin }) {
    const request = requestOf(id);
    if (lifecycle !== 'onLoad' || !request) return undefined;
    const failure = await failureFrom(error, request.remote, 'EXPORT_INVALID');
    if (isWorthRetrying(request, failure)) return origin.loadRemote(id);
    const loaded = await fallBack(request, failure);
    return () => loaded;
  },

  afterLoadRemote: ({ id }) => closeRequest(id),
};

type ShareScope = Parameters<ModuleFederation['initShareScopeMap']>[1];

let instance: ModuleFederation | undefined;

/**
 * Delays resolving shared packages until the libraries have run, as some may still be loading. A remote that requests
 * one earlier gets it when it can run.
 */
function deferShared(scope: ShareScope): void {
  for (const shared of Object.values(scope).flatMap((versions) => Object.values(versions))) {
    const { get } = shared;
    shared.get = async () => {
      await librariesHaveRun();
      return get();
    };
    void librariesHaveRun().then(() => {
      shared.get = get;
    });
  }
}

/**
 * Returns the page's federation runtime, created on first use. It also provides the core to remotes built without one.
 * Uses webpack's share scope, which containers of every bundler can read.
 */
export function federationRuntime(): ModuleFederation {
  if (instance) return instance;
  provideRuntimeCore();
  // Applies to every runtime on the page, so that remotes' own runtimes load nothing without its hash either.
  registerGlobalPlugins([lodestarPlugin]);
  instance = createInstance({ name: 'lodestar_shell', remotes: [] });
  __webpack_init_sharing__('default');
  // webpack's share scope entries have the fields that the runtime reads: how to get a package, and its provider.
  const scope = __webpack_share_scopes__.default as ShareScope;
  deferShared(scope);
  instance.initShareScopeMap('default', scope);
  return instance;
}
