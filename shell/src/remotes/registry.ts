import { parseRegistry, passOver, type Registry, type RuntimeConfig } from 'shared-ui/contract';
import { RemoteFailure } from './failure.ts';

interface Runtime {
  config: RuntimeConfig;
  registry: Registry;
}

let pageRegistry: Registry | RemoteFailure = new RemoteFailure('REGISTRY_UNAVAILABLE', 'registry', 'not read yet');

/** What can be made out of a registry that is not fit to load anything by: whose a path is, and behind which guard. */
let outline: Registry = { schema: 1, revision: 0, origins: [], remotes: {} };

async function fetchJson(url: string, cache: RequestCache = 'no-cache'): Promise<unknown> {
  const response = await fetch(url, { cache });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

function checked(value: unknown): Registry {
  try {
    return parseRegistry(value);
  } catch (cause) {
    outline = parseRegistry(value, passOver);
    throw new RemoteFailure('REGISTRY_INVALID', 'registry', String(cause), cause);
  }
}

/** Asks the server for the registry as it is now, past every copy on the phone. Throws RemoteFailure. */
export async function fetchRegistry(): Promise<Registry> {
  return readRegistry('reload');
}

async function readRegistry(cache: RequestCache): Promise<Registry> {
  const value = await fetchJson('/registry.json', cache).catch((cause: unknown) => {
    throw new RemoteFailure('REGISTRY_UNAVAILABLE', 'registry', String(cause), cause);
  });
  return checked(value);
}

const failureOr = (read: () => Registry): Registry | RemoteFailure => {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof RemoteFailure) return failure;
    throw failure;
  }
};

/**
 * Configuration and registry: out of the page where the gateway has written them, else fetched (plain static hosting).
 * A registry that can't be used is no reason not to start: the slots of the remotes say so. Throws when the
 * configuration can't be read.
 */
export async function readRuntime(): Promise<RuntimeConfig> {
  const block = document.getElementById('lodestar-runtime')?.textContent;
  if (block) {
    const runtime = JSON.parse(block) as Runtime;
    pageRegistry = failureOr(() => checked(runtime.registry));
    return runtime.config;
  }
  const [config, registry] = await Promise.all([
    fetchJson('/config.json'),
    readRegistry('no-cache').catch((failure: RemoteFailure) => failure),
  ]);
  pageRegistry = registry;
  return config as RuntimeConfig;
}

/** The registry this page started with: an open page keeps its versions, across any number of deploys. Throws RemoteFailure. */
export function registryOfPage(): Registry {
  if (pageRegistry instanceof RemoteFailure) throw pageRegistry;
  return pageRegistry;
}

/** Whether this page has a registry that remotes can be loaded by. */
export const hasRegistry = (): boolean => !(pageRegistry instanceof RemoteFailure);

/**
 * The registry as far as it says whose a path is and what links there are. Nothing may be loaded by it: where the registry
 * can't be used, frames, guards and apologies stand by what can be made out of it all the same.
 */
export function claimsOfPage(): Registry {
  return pageRegistry instanceof RemoteFailure ? outline : pageRegistry;
}

/** Takes the registry as the server has it now, for a page that has none. Throws RemoteFailure. */
export async function renewRegistry(): Promise<void> {
  pageRegistry = await fetchRegistry();
}

/** Replaces one remote's entry by that of another registry: for a remote of which no version that this page started with works. */
export function replaceRegistryEntry(name: string, registry: Registry): void {
  const entry = registry.remotes[name];
  if (pageRegistry instanceof RemoteFailure) pageRegistry = registry;
  else if (entry) {
    const remotes = { ...pageRegistry.remotes, [name]: entry };
    pageRegistry = { ...pageRegistry, origins: registry.origins, remotes };
  }
}
