import { createInstance, type ModuleFederation, registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import { librariesHaveRun } from './libraries.ts';
import { provideRuntimeCore } from './runtime-core.ts';
import { lodestarPlugin } from './runtime-plugin.ts';

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
