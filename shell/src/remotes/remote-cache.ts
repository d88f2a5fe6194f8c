/**
 * Loading a remote, step 2 of 4: one load per remote and page, shared by all of its slots, with the versions tried so
 * far. The loader (loader.ts) handles failures while loading; this module those of a loaded remote, and "Try again".
 */
import type { Registry } from 'shared-ui/contract';
import { RemoteError, reportFailure } from './failure.ts';
import { candidates, failureFrom, loadFirst } from './loading/loader.ts';
import type { Contract, LoadedRemote } from './loading/request.ts';
import { fetchRegistry, replaceRegistryEntry } from './registry.ts';
import { enableStyles } from './styles.ts';

/** State of a remote on this page: the current load and what has been tried. */
interface Load {
  promise: Promise<LoadedRemote<unknown>>;
  loaded?: LoadedRemote<unknown>;
  tried: Set<string>;
  /** When it was requested, and when it was first rendered: as `performance.now()`. */
  requestedAt: number;
  renderedAt?: number;
  /** Chunks of lazy screens for which a version was already retried. */
  recoveredFiles: Set<string>;
}

const loads = new Map<string, Load>();

/** Returns the versions that the registry lists. Reports an invalid registry like any other failure. */
function listedVersions(name: string, contract: string): string[] {
  try {
    return candidates(name, contract);
  } catch (failure) {
    if (failure instanceof RemoteError) reportFailure(failure);
    throw failure;
  }
}

async function loadNext<T>(name: string, contract: Contract<T>, tried: Set<string>): Promise<LoadedRemote<T>> {
  const versions = listedVersions(name, contract.id).filter((version) => !tried.has(version));
  const loaded = await loadFirst({ name, versions, contract });
  for (const version of versions.slice(0, versions.indexOf(loaded.version) + 1)) tried.add(version);
  return loaded;
}

function start<T>(
  name: string,
  contract: Contract<T>,
  before: Partial<Pick<Load, 'tried' | 'recoveredFiles'>> = {},
): Load {
  const tried = new Set(before.tried);
  // Starts after the caller, which may be rendering, has finished: failures are dispatched to the whole page.
  const promise = Promise.resolve().then(() => loadNext(name, contract, tried));
  const load: Load = { promise, tried, requestedAt: performance.now(), recoveredFiles: new Set(before.recoveredFiles) };
  const onEnd = enableStyles(name);
  promise
    .then(
      (loaded) => {
        load.loaded = loaded;
      },
      // The rendering component handles the rejection; it may not be mounted yet.
      () => undefined,
    )
    .finally(onEnd);
  loads.set(name, load);
  return load;
}

/** Starts loading a remote, or returns the current load. All places that show the remote share it. */
export function loadOnce<T>(name: string, contract: Contract<T>): Promise<LoadedRemote<T>> {
  const load = loads.get(name) ?? start(name, contract);
  return load.promise as Promise<LoadedRemote<T>>;
}

export function loadedNow<T>(name: string): LoadedRemote<T> | undefined {
  return loads.get(name)?.loaded as LoadedRemote<T> | undefined;
}

/** Records that a remote was rendered. Only the first time of each load counts. */
export function noteRendered(name: string): void {
  const load = loads.get(name);
  if (load) load.renderedAt ??= performance.now();
}

/** A remote that has loaded in this page. Times are as `performance.now()`. */
export interface LoadedNow {
  name: string;
  version: string;
  requestedAt: number;
  /** Undefined until it is rendered. */
  renderedAt: number | undefined;
}

export const loadedRemotes = (): LoadedNow[] =>
  [...loads].flatMap(([name, { loaded, requestedAt, renderedAt }]) =>
    loaded ? [{ name, version: loaded.version, requestedAt, renderedAt }] : [],
  );

/** Retries a version whose failed chunk has since been downloaded intact, once per file. */
function retryRecovered<T>(name: string, contract: Contract<T>, load: Load, version: string, file: string): void {
  const tried = [...load.tried].filter((other) => other !== version);
  start(name, contract, { tried: new Set(tried), recoveredFiles: load.recoveredFiles.add(file) });
}

/**
 * Handles an error that a loaded remote threw while rendering: reports it and switches to the previous version.
 * @returns whether there is another version to try, which includes one that replaced it meanwhile
 */
export async function replaceBroken<T>(name: string, contract: Contract<T>, error: unknown): Promise<boolean> {
  const load = loads.get(name);
  const loaded = await load?.promise.catch(() => undefined);
  // A failed load has already tried and reported every version.
  if (!load || !loaded) return false;
  const failure = await failureFrom(error, loaded.remote, 'RENDER_FAILED');
  if (failure.recoveredFile !== undefined && !load.recoveredFiles.has(failure.recoveredFile)) {
    retryRecovered(name, contract, load, loaded.version, failure.recoveredFile);
    return true;
  }
  reportFailure(failure);
  const hasOtherVersion = candidates(name, contract.id).some((version) => !load.tried.has(version));
  if (hasOtherVersion) start(name, contract, load);
  return hasOtherVersion || loads.get(name) !== load;
}

/** Loads a remote again, from the current registry: none of the page's versions works by then. */
export async function retry<T>(name: string, contract: Contract<T>): Promise<void> {
  const registry = await fetchRegistry().catch((failure: RemoteError) => reportFailure(failure));
  if (registry) replaceRegistryEntry(name, registry);
  await start(name, contract).promise.catch(() => undefined);
}

/** Dispatches "replaced" when slots should show the registry's current version (development only). */
export const onReplaced = new EventTarget();

/** Switches remotes to their versions in a registry, in place: slots keep what they show until these have loaded. */
export function replaceRemotes(names: readonly string[], registry: Registry): void {
  for (const name of names) {
    replaceRegistryEntry(name, registry);
    loads.delete(name);
  }
  onReplaced.dispatchEvent(new Event('replaced'));
}
