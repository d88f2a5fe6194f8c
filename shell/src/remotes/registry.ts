import { parseRegistry, passOver, type Registry, type RuntimeConfig } from 'shared-ui/contract';
import { RemoteError } from './failure.ts';

interface Runtime {
  config: RuntimeConfig;
  registry: Registry;
}

let pageRegistry: Registry | RemoteError = new RemoteError('REGISTRY_UNAVAILABLE', 'registry', 'not loaded yet');

/** What could be parsed of an invalid registry: owners and guards of paths. Nothing may be loaded from it. */
let outline: Registry = { schema: 2, revision: 0, origins: [], remotes: {} };

async function fetchJson(url: string, cache: RequestCache): Promise<unknown> {
  const response = await fetch(url, { cache });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.json();
}

/** Returns the parsed registry, or the failure if it is invalid. */
function parse(value: unknown): Registry | RemoteError {
  try {
    return parseRegistry(value);
  } catch (cause) {
    outline = parseRegistry(value, passOver);
    return new RemoteError('REGISTRY_INVALID', 'registry', String(cause), cause);
  }
}

/** Fetches the current registry from the server, by default bypassing all caches. @throws RemoteError */
export async function fetchRegistry(cache: RequestCache = 'reload'): Promise<Registry> {
  const value = await fetchJson('/registry.json', cache).catch((cause: unknown) => {
    throw new RemoteError('REGISTRY_UNAVAILABLE', 'registry', String(cause), cause);
  });
  const registry = parse(value);
  if (registry instanceof RemoteError) throw registry;
  return registry;
}

/**
 * Reads configuration and registry: from the page if the gateway has inlined them, else from the server (static
 * hosting). An invalid registry does not stop the app; the remotes' slots report it.
 * @throws Error if the configuration can't be read
 */
export async function readRuntime(): Promise<RuntimeConfig> {
  const block = document.getElementById('lodestar-runtime')?.textContent;
  if (block) {
    const runtime = JSON.parse(block) as Runtime;
    pageRegistry = parse(runtime.registry);
    return runtime.config;
  }
  const [config, registry] = await Promise.all([
    fetchJson('/config.json', 'no-cache'),
    fetchRegistry('no-cache').catch((failure: RemoteError) => failure),
  ]);
  pageRegistry = registry;
  return config as RuntimeConfig;
}

/** Returns the registry this page started with: an open page keeps its versions. @throws RemoteError */
export function registryOfPage(): Registry {
  if (pageRegistry instanceof RemoteError) throw pageRegistry;
  return pageRegistry;
}

/** Whether this page has a valid registry to load remotes from. */
export const hasRegistry = (): boolean => !(pageRegistry instanceof RemoteError);

/**
 * Returns the registry for path ownership and links only; nothing may be loaded from it. If the registry is invalid,
 * returns what could be parsed, so that frames, guards and apologies still work.
 */
export function claimsOfPage(): Registry {
  return pageRegistry instanceof RemoteError ? outline : pageRegistry;
}

/** Fetches the current registry for a page without a valid one. @throws RemoteError */
export async function renewRegistry(): Promise<void> {
  pageRegistry = await fetchRegistry();
}

/** Replaces a remote's entry with that of another registry, when none of the page's versions works. */
export function replaceRegistryEntry(name: string, registry: Registry): void {
  const entry = registry.remotes[name];
  if (pageRegistry instanceof RemoteError) pageRegistry = registry;
  else if (entry) {
    const remotes = { ...pageRegistry.remotes, [name]: entry };
    pageRegistry = { ...pageRegistry, origins: registry.origins, remotes };
  }
}

/** Data that the gateway inlines into the page of a browser with a test version. */
export interface OverrideNotice {
  /** The remote's name. */
  name: string;
  /** Version of the build. */
  build: string;
  /** Expiry in seconds since the epoch. */
  until: number;
  /** Pull request of which this is the latest build. */
  preview?: string;
  /** Origin of the developer's build server, which announces new builds; absent if not under development. */
  developer?: string;
  /** Whether the page's policy allows later builds, so that they are shown without loading the page again. */
  isInPlace?: boolean;
}

/** Returns the page's test version; undefined on regular pages. */
export function readNotice(): OverrideNotice | undefined {
  const block = document.getElementById('lodestar-override')?.textContent;
  return block ? JSON.parse(block) : undefined;
}
