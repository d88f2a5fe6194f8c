import { createInstance, type ModuleFederation, registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import { librariesHaveRun } from './libraries.ts';
import { provideRuntimeCore } from './runtime-core.ts';
import { lodestarPlugin } from './runtime-plugin.ts';

type ShareScope = Parameters<ModuleFederation['initShareScopeMap']>[1];

let instance: ModuleFederation | undefined;

/**
 * Until the libraries have run, some of what is shared may still be on its way: a remote that asks for it by then gets it when it
 * can run.
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
 * The page's federation runtime. Its core is there for the remotes, too, which are built without one of their own; what is
 * shared is webpack's share scope, which containers of every bundler read.
 */
export function federationRuntime(): ModuleFederation {
  if (instance) return instance;
  provideRuntimeCore();
  // For every runtime of the page: those of remotes load nothing without its hash either.
  registerGlobalPlugins([lodestarPlugin]);
  instance = createInstance({ name: 'lodestar_shell', remotes: [] });
  __webpack_init_sharing__('default');
  // webpack's entries have of a package what the runtime reads: how to get it, and from whom.
  const scope = __webpack_share_scopes__.default as ShareScope;
  holdShared(scope);
  instance.initShareScopeMap('default', scope);
  return instance;
}
