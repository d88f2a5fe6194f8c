import { isObject, type RegistryEntry } from 'shared-ui/contract';
import { type FailureCode, RemoteFailure, reportFailure } from './failure.ts';
import { allowFiles } from './integrity.ts';
import { fetchManifest, type LocatedManifest } from './manifest.ts';
import { fetchOnDemand } from './on-demand.ts';
import { registryOfPage } from './registry.ts';
import { addScript, whyFailed } from './script.ts';

/** A remote that has not come by then counts as failed, in milliseconds (docs/product-rules.md#constants). */
const LOAD_TIMEOUT_MS = 10_000;

/** A contract and the check of what a module must look like to keep it. */
export interface Door<T> {
  contract: string;
  check(module: unknown): T;
}

/** A remote that is ready to render, and which version it is. */
export interface LoadedRemote<T> {
  remote: string;
  version: string;
  module: T;
}

/** Versions of a shared package that the host offers. */
const offered = (name: string): string[] => Object.keys(__webpack_share_scopes__.default?.[name] ?? {});

/**
 * Whether the host offers a package in a version within `range`. The range that the host itself asks for holds, and remotes of
 * the same release ask for no other: what compares all others is fetched by the pages that have one.
 */
async function offers(name: string, range: string): Promise<boolean> {
  const versions = offered(name);
  if (versions.length === 0 || range === __LODESTAR_RANGES__[name]) return versions.length > 0;
  const { default: satisfies } = await import('semver/functions/satisfies');
  return versions.some((version) => satisfies(version, range));
}

async function checkShared(remote: string, shared: Record<string, string>): Promise<void> {
  for (const [name, range] of Object.entries(shared)) {
    if (await offers(name, range)) continue;
    const here = offered(name).join(', ') || 'nothing';
    throw new RemoteFailure('SHARED_MISSING', remote, `needs ${name} ${range}, the host offers ${here}`);
  }
}

async function scriptFailure(part: 'ENTRY' | 'CHUNK', remote: string, url: string, cause: unknown) {
  const { reason, isWhole } = await whyFailed(url);
  const code: FailureCode = `${part}_${reason}`;
  return new RemoteFailure(code, remote, `${url} could not be run`, cause, isWhole);
}

const hasRun = (container: string) => Reflect.get(globalThis, container) !== undefined;

async function runEntry(remote: string, { manifest, url }: LocatedManifest, signal: AbortSignal): Promise<void> {
  const entry = new URL(manifest.entry, url).href;
  try {
    await addScript(entry, signal);
  } catch (cause) {
    throw await scriptFailure('ENTRY', remote, entry, cause);
  }
  if (!hasRun(manifest.container)) {
    throw new RemoteFailure('EXPORT_INVALID', remote, `the entry leaves no container named ${manifest.container}`);
  }
}

/** The address of the chunk that an error of webpack's chunk loader is about. */
function chunkOf(error: unknown): string | undefined {
  if (!isObject(error) || error.name !== 'ChunkLoadError') return undefined;
  return typeof error.request === 'string' ? error.request : undefined;
}

/** Any error out of a remote's own code as a RemoteFailure: a chunk that did not come, or `otherwise`. */
export async function failureFrom(error: unknown, remote: string, otherwise: FailureCode): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) return error;
  const chunk = chunkOf(error);
  return chunk
    ? scriptFailure('CHUNK', remote, chunk, error)
    : new RemoteFailure(otherwise, remote, String(error), error);
}

/** What an entry leaves on the page: the bundler's federation container. */
interface Container {
  init(shareScope: object): unknown;
  get(expose: string): Promise<() => unknown>;
}

const isContainer = (value: unknown): value is Container =>
  isObject(value) && typeof value.init === 'function' && typeof value.get === 'function';

/** Puts the container of an earlier try away: its lazy screens that did not come would never be asked for again. */
function startAfresh({ manifest }: LocatedManifest): void {
  if (hasRun(manifest.container)) Reflect.set(globalThis, manifest.container, undefined);
}

async function runExpose(remote: string, { manifest }: LocatedManifest): Promise<unknown> {
  try {
    const container: unknown = Reflect.get(globalThis, manifest.container);
    if (!isContainer(container)) throw new TypeError(`${manifest.container} is no federation container`);
    await container.init(__webpack_share_scopes__.default);
    const run = await container.get(manifest.expose);
    return await run();
  } catch (error) {
    throw await failureFrom(error, remote, 'EXPORT_INVALID');
  }
}

async function runOnce(remote: string, located: LocatedManifest, signal: AbortSignal): Promise<unknown> {
  startAfresh(located);
  await runEntry(remote, located, signal);
  return runExpose(remote, located);
}

/** Entry and expose. A script that failed, but is whole on a second look, was damaged in the cache or on its way: once more. */
async function run(remote: string, located: LocatedManifest, signal: AbortSignal): Promise<unknown> {
  try {
    return await runOnce(remote, located, signal);
  } catch (failure) {
    if (failure instanceof RemoteFailure && failure.isMended) return runOnce(remote, located, signal);
    throw failure;
  }
}

/** A module's default export where it has one, else the module. */
const unwrapped = (module: unknown) => (isObject(module) && 'default' in module ? module.default : module);

async function takeSteps<T>(name: string, version: string, entry: RegistryEntry, door: Door<T>, signal: AbortSignal) {
  const remote = `${name}@${version}`;
  const published = entry.versions[version];
  if (!published) throw new RemoteFailure('REMOTE_UNKNOWN', remote, 'the registry does not list this version');
  const located = await fetchManifest(remote, published, registryOfPage().origins, signal);
  const { manifest, url } = located;
  if (manifest.contract !== door.contract) {
    throw new RemoteFailure('CONTRACT_MISMATCH', remote, `keeps ${manifest.contract}, needed is ${door.contract}`);
  }
  await checkShared(remote, manifest.shared);
  allowFiles(url, manifest.files);
  fetchOnDemand(manifest.needs ?? []);
  const module = unwrapped(await run(remote, located, signal));
  try {
    return { remote, version, module: door.check(module) };
  } catch (cause) {
    throw new RemoteFailure('EXPORT_INVALID', remote, String(cause), cause);
  }
}

/** One version of a remote, through every step, within the time limit. Throws RemoteFailure. */
export async function loadVersion<T>(name: string, version: string, door: Door<T>): Promise<LoadedRemote<T>> {
  const remote = `${name}@${version}`;
  const entry = registryOfPage().remotes[name];
  if (!entry) throw new RemoteFailure('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
  const controller = new AbortController();
  const late = new RemoteFailure('TIMEOUT', remote, `did not come within ${LOAD_TIMEOUT_MS / 1000} s`);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late);
      controller.abort();
    }, LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([takeSteps(name, version, entry, door, controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The versions worth trying, in order: the active one, then the one before it. */
export function candidates(name: string): string[] {
  const entry = registryOfPage().remotes[name];
  if (!entry) throw new RemoteFailure('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
  return [...new Set([entry.active, entry.previous ?? entry.active])];
}

/**
 * The first of `versions` that gets on the page. Every failure on the way is reported; when none is left the last
 * failure is thrown.
 */
export async function loadFirst<T>(name: string, versions: string[], door: Door<T>): Promise<LoadedRemote<T>> {
  let last: RemoteFailure | undefined;
  for (const version of versions) {
    try {
      return await loadVersion(name, version, door);
    } catch (error) {
      last = await failureFrom(error, `${name}@${version}`, 'EXPORT_INVALID');
      reportFailure(last);
    }
  }
  throw last ?? new RemoteFailure('REMOTE_UNKNOWN', name, 'no version is left to try');
}
