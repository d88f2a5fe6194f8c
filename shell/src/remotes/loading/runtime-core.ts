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
 * Runtime core for remotes built without one (`externalRuntime`): everything that the runtime in such a remote calls
 * in a browser. Exporting the rest of the core would only add unused code. Of its helpers only one is called; it finds
 * nothing, because this host keeps no snapshots of remotes.
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

/** Provides the core to every remote on the page. */
export function provideRuntimeCore(): void {
  globalThis._FEDERATION_RUNTIME_CORE = core;
}

/** Passes on the share scope and the runtime core in a guest's frame. Nothing else of the shell starts there. */
export function offerShared(onScope: (scope: object) => void): void {
  provideRuntimeCore();
  __webpack_init_sharing__('default');
  onScope(__webpack_share_scopes__.default);
}
