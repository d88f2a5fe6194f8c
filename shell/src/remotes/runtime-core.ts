import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  loadScript,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';

/**
 * What a remote that is built without a runtime core (`externalRuntime`) takes from the host's: all that the runtime in
 * such a remote calls in a browser. The core's other names would bring along what no remote calls here. Of its helpers
 * that is one, which finds nothing, as this host keeps no snapshots of remotes.
 */
const core = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers: { global: { getGlobalSnapshotInfoByModuleInfo: () => undefined }, share: {}, utils: {} },
  loadScript,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
};

/** Provides the core to every remote of the page. */
export function provideRuntimeCore(): void {
  globalThis._FEDERATION_RUNTIME_CORE = core;
}
