import { RemoteFailure, reportFailure } from './failure.ts';
import { candidates, type Door, failureFrom, type LoadedRemote, loadFirst } from './loader.ts';
import { adoptEntry, fetchRegistry } from './registry.ts';

/** One remote in this page: the load under way or done, and the versions that have been tried. */
interface Load {
  promise: Promise<LoadedRemote<unknown>>;
  tried: Set<string>;
  /** It has rendered here at least once, so its version stays until the page goes. */
  isSettled: boolean;
}

const loads = new Map<string, Load>();

/** The versions the registry names; a registry that can't be used is reported like any other failure. */
function namedVersions(name: string): string[] {
  try {
    return candidates(name);
  } catch (failure) {
    if (failure instanceof RemoteFailure) reportFailure(failure);
    throw failure;
  }
}

function start<T>(name: string, door: Door<T>, without: ReadonlySet<string>, isSettled = false): Load {
  const load: Load = { promise: Promise.reject(), tried: new Set(without), isSettled };
  load.promise = Promise.resolve().then(async () => {
    const versions = namedVersions(name).filter((version) => !without.has(version));
    const loaded = await loadFirst(name, versions, door);
    for (const version of versions.slice(0, versions.indexOf(loaded.version) + 1)) load.tried.add(version);
    return loaded;
  });
  // Whoever renders gets the rejection; nobody may be rendering yet.
  load.promise.catch(() => undefined);
  loads.set(name, load);
  return load;
}

/** Begins to load a remote, or gives the load under way; one for all places that show the remote. */
export function loadOnce<T>(name: string, door: Door<T>): Promise<LoadedRemote<T>> {
  const load = loads.get(name) ?? start(name, door, new Set());
  return load.promise as Promise<LoadedRemote<T>>;
}

/** The remote has rendered: from now on this page keeps its version. */
export function settle(name: string): void {
  const load = loads.get(name);
  if (load) load.isSettled = true;
}

/**
 * A loaded remote threw while it rendered. Reports that, and turns to the version before it.
 * @returns whether there is one left to try
 */
export async function replaceBroken<T>(name: string, door: Door<T>, error: unknown): Promise<boolean> {
  const load = loads.get(name);
  const loaded = await load?.promise.catch(() => undefined);
  // A load that failed has tried every version and reported each.
  if (!load || !loaded) return false;
  reportFailure(await failureFrom(error, loaded.remote, 'RENDER_FAILED'));
  const isLeft = candidates(name).some((version) => !load.tried.has(version));
  if (isLeft) start(name, door, load.tried, load.isSettled);
  return isLeft;
}

/** Loads a remote anew, without a reload of the page; one that has never run takes the registry as it is now. */
export async function retry<T>(name: string, door: Door<T>): Promise<void> {
  const isSettled = loads.get(name)?.isSettled ?? false;
  if (!isSettled) {
    const fresh = await fetchRegistry().catch((failure: RemoteFailure) => reportFailure(failure));
    if (fresh) adoptEntry(name, fresh);
  }
  await start(name, door, new Set(), isSettled).promise.catch(() => undefined);
}

/** Tells every room that it should render what the registry names now (dev mode only). */
export const onReplaced = new EventTarget();

/** The next render takes the version that the registry names now (dev mode only). */
export function forget(name: string): void {
  loads.delete(name);
}
