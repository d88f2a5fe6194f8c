import { createInstance, type ModuleFederation, registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import { RemoteFailure } from './failure.ts';
import { librariesHaveRun } from './libraries.ts';
import { mayProvide } from './preflight.ts';
import { registryOfPage } from './registry.ts';
import type { LoadedRemote, Wanted } from './request.ts';
import { provideRuntimeCore } from './runtime-core.ts';
import { loadWanted, lodestarPlugin } from './runtime-plugin.ts';

export { failureFrom } from './script-failure.ts';

type ShareScope = Parameters<ModuleFederation['initShareScopeMap']>[1];

let instance: ModuleFederation | undefined;

/**
 * Delays resolving shared packages until the libraries have run, as some may still be loading. A remote that requests
 * one earlier gets it when it can run.
 */
function holdShared(scope: ShareScope): void {
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
  holdShared(scope);
  instance.initShareScopeMap('default', scope);
  return instance;
}

/**
 * Returns the versions to try, in order: the active one, then the previous one unless it is a guest, which can only
 * provide surveys. Throws RemoteFailure for an unknown remote.
 */
export function candidates(name: string, contract: string): string[] {
  const entry = registryOfPage().remotes[name];
  if (!entry) throw new RemoteFailure('REMOTE_UNKNOWN', name, 'the registry does not list this remote');
  const { active, previous = active, versions } = entry;
  return [...new Set([active, previous])].filter(
    (version) => version === active || mayProvide(versions[version] ?? {}, contract),
  );
}

/**
 * Loads the first of the wanted versions that works. Reports every failure, and throws the last one when no version is
 * left.
 */
export async function loadFirst<T>(wanted: Wanted<T>): Promise<LoadedRemote<T>> {
  if (wanted.versions.length === 0) throw new RemoteFailure('REMOTE_UNKNOWN', wanted.name, 'no version is left to try');
  return loadWanted(federationRuntime(), wanted);
}
