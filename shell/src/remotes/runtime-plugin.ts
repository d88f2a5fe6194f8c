import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { loadWaiting } from '../guests/waiting-frame.ts';
import { noteLoaded } from '../health/notes.ts';
import { type Container, runEntry, runExpose } from './container.ts';
import { RemoteFailure, reportFailure } from './failure.ts';
import type { LocatedManifest } from './manifest.ts';
import { preflight, soughtVersion } from './preflight.ts';
import { registryOfPage } from './registry.ts';
import { closeRequest, type LoadedRemote, openRequest, type RemoteRequest, requestOf, type Wanted } from './request.ts';
import { failureFrom, withSecondTries } from './second-try.ts';

/**
 * Asks the runtime for the first of some versions of a remote. Every failure on the way is reported; when no version is
 * left the last failure is thrown.
 */
export async function loadWanted<T>(runtime: ModuleFederation, wanted: Wanted<T>): Promise<LoadedRemote<T>> {
  const askedAt = performance.now();
  const { id, name, version } = openRequest(wanted);
  const published = registryOfPage().remotes[name]?.versions[version];
  const entry = new URL(published?.manifest ?? '', location.href).href;
  runtime.registerRemotes([{ name: id, entry, type: 'global' }]);
  const loaded = await runtime.loadRemote<LoadedRemote<T>>(id);
  if (loaded === null) throw new RemoteFailure('EXPORT_INVALID', `${name}@${version}`, 'nothing came of it');
  noteLoaded(loaded.remote, performance.now() - askedAt);
  return loaded;
}

/** Loads what the container exposes, and holds it to its contract. */
async function loadModule(
  { remote, version, contract }: RemoteRequest,
  container: Container,
  { manifest }: LocatedManifest,
): Promise<LoadedRemote<unknown>> {
  const exposed = await withSecondTries(remote, () => runExpose(container, manifest.expose));
  return { remote, version, module: contract.check(exposed) };
}

/** A guest of the page: what runs of it runs in a frame. For the runtime it is a container like any other. */
async function loadGuestContainer(request: RemoteRequest, manifestUrl: string) {
  const { remote, version, contract, deadline } = request;
  const locating = preflight(request, manifestUrl);
  // Its failure goes to the code that waits for it, which may begin to wait later.
  locating.catch(() => undefined);
  const module = contract.check(await deadline.race(loadWaiting(remote, locating)));
  return { init: () => undefined, get: () => async () => ({ remote, version, module }) };
}

/** Manifest, checks and entry of a version. */
async function loadContainer(request: RemoteRequest, manifestUrl: string) {
  // Before a frame is made for what may not run in one.
  soughtVersion(request);
  if (request.isGuest) return loadGuestContainer(request, manifestUrl);
  const { remote, deadline } = request;
  const located = await preflight(request, manifestUrl);
  const container = await withSecondTries(remote, () => runEntry(remote, located, deadline.signal));
  return {
    init: async (...scope: Parameters<Container['init']>) => void (await deadline.race(container.init(...scope))),
    get: () => () => deadline.race(loadModule(request, container, located)),
  };
}

/** Reports a version that failed and turns to the next, or throws its failure where none is left. */
async function tryNext(runtime: ModuleFederation, request: RemoteRequest, error: unknown) {
  const { name, remote, others, contract, deadline } = request;
  deadline.clear();
  const failure = await failureFrom(error, remote, 'EXPORT_INVALID');
  reportFailure(failure);
  if (others.length === 0) throw failure;
  return loadWanted(runtime, { name, versions: others, contract });
}

function refuse(url: string): never {
  throw new Error(`${url} is not for the runtime to fetch: only what was checked may run`);
}

/**
 * What is ours in federation, as a plugin of the runtime: a remote is what the registry says, its manifest is checked before
 * any of its code is downloaded, every file has its hash, and a version that fails is followed by the one before it.
 */
export const lodestarPlugin: ModuleFederationRuntimePlugin = {
  name: 'lodestar',
  async loadEntry({ remoteInfo: { name, entry } }) {
    const request = requestOf(name);
    if (!request) throw new RemoteFailure('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
    return request.deadline.race(loadContainer(request, entry));
  },
  async errorLoadRemote({ id, error, lifecycle, origin }) {
    const request = requestOf(id);
    return lifecycle === 'onLoad' && request ? tryNext(origin, request, error) : undefined;
  },
  afterLoadRemote: ({ id }) => closeRequest(id),
  // The runtime's own ways to the network. It has no need of them, and nothing that it is told may open them.
  createScript: ({ url }) => refuse(url),
  createLink: ({ url }) => refuse(url),
  fetch: async (url) => refuse(url),
};
