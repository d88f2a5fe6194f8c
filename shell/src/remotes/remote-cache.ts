import type { Contract } from './contracts.ts';
import { RemoteFailure, reportFailure } from './failure.ts';
import { candidates, failureFrom, loadFirst } from './loader.ts';
import { fetchRegistry, replaceRegistryEntry } from './registry.ts';
import type { LoadedRemote } from './request.ts';

/** One remote in this page: the load under way or done, and what has been tried. */
interface Load {
  promise: Promise<LoadedRemote<unknown>>;
  /** The remote, once it is there. */
  loaded?: LoadedRemote<unknown>;
  /** Versions that have been tried. */
  tried: Set<string>;
  /** Files of lazy screens for which a version has had its second try. */
  mended: Set<string>;
}

const loads = new Map<string, Load>();

/** The versions the registry names; a registry that can't be used is reported like any other failure. */
function namedVersions(name: string, contract: string): string[] {
  try {
    return candidates(name, contract);
  } catch (failure) {
    if (failure instanceof RemoteFailure) reportFailure(failure);
    throw failure;
  }
}

async function loadNext<T>(name: string, contract: Contract<T>, tried: Set<string>): Promise<LoadedRemote<T>> {
  const versions = namedVersions(name, contract.id).filter((version) => !tried.has(version));
  const loaded = await loadFirst({ name, versions, contract });
  for (const version of versions.slice(0, versions.indexOf(loaded.version) + 1)) tried.add(version);
  return loaded;
}

function start<T>(name: string, contract: Contract<T>, before: Partial<Pick<Load, 'tried' | 'mended'>> = {}): Load {
  const tried = new Set(before.tried);
  // Begins after the caller, who may be rendering, has finished: a failure is announced to the whole page.
  const promise = Promise.resolve().then(() => loadNext(name, contract, tried));
  const load: Load = { promise, tried, mended: new Set(before.mended) };
  promise.then(
    (loaded) => {
      load.loaded = loaded;
    },
    // The component that renders gets the rejection; there may be none yet.
    () => undefined,
  );
  loads.set(name, load);
  return load;
}

/** Begins to load a remote, or returns the load under way; one for all places that show the remote. */
export function loadOnce<T>(name: string, contract: Contract<T>): Promise<LoadedRemote<T>> {
  const load = loads.get(name) ?? start(name, contract);
  return load.promise as Promise<LoadedRemote<T>>;
}

/** The remote, if it is there already. */
export function loadedNow<T>(name: string): LoadedRemote<T> | undefined {
  return loads.get(name)?.loaded as LoadedRemote<T> | undefined;
}

/** A screen's chunk that failed has come whole since: the version gets another try, once a file. */
function tryMended<T>(name: string, contract: Contract<T>, load: Load, version: string, file: string): void {
  const tried = [...load.tried].filter((other) => other !== version);
  start(name, contract, { tried: new Set(tried), mended: load.mended.add(file) });
}

/**
 * A loaded remote threw while it rendered. Reports that, and turns to the version before it.
 * @returns whether there is one left to try
 */
export async function replaceBroken<T>(name: string, contract: Contract<T>, error: unknown): Promise<boolean> {
  const load = loads.get(name);
  const loaded = await load?.promise.catch(() => undefined);
  // A load that failed has tried every version and reported each.
  if (!load || !loaded) return false;
  const failure = await failureFrom(error, loaded.remote, 'RENDER_FAILED');
  if (failure.mended !== undefined && !load.mended.has(failure.mended)) {
    tryMended(name, contract, load, loaded.version, failure.mended);
    return true;
  }
  reportFailure(failure);
  const isLeft = candidates(name, contract.id).some((version) => !load.tried.has(version));
  if (isLeft) start(name, contract, load);
  return isLeft;
}

/**
 * Loads a remote anew, without a reload of the page. It is asked for when no version that the page knew of works, so
 * it takes the registry as it is now.
 */
export async function retry<T>(name: string, contract: Contract<T>): Promise<void> {
  const fresh = await fetchRegistry().catch((failure: RemoteFailure) => reportFailure(failure));
  if (fresh) replaceRegistryEntry(name, fresh);
  await start(name, contract).promise.catch(() => undefined);
}

/** Tells every slot that it should render what the registry names now (dev mode only). */
export const onReplaced = new EventTarget();

/** The next render takes the version that the registry names now (dev mode only). */
export function forget(name: string): void {
  loads.delete(name);
}
