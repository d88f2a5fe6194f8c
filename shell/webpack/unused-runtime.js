/**
 * Stands in for three parts of the federation runtime that this host has no use for, and that no setting of the runtime leaves
 * out: snapshots, as versions come from the registry; preloading, as the page's HTML has the preloads with their hashes; and
 * what errors say of the host's configuration, which only the reporter for Node reads.
 */

/** Reads nothing. A define leaves out the plugin that would ask it (webpack.config.cjs). */
export class SnapshotHandler {
  /** Hooks for plugins, of which there are none. */
  hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: () => undefined };
  manifestCache = new Map();
}

const nothing = () => [];

export {
  nothing as defaultPreloadArgs,
  nothing as formatPreloadArgs,
  nothing as getGlobalRemoteInfo,
  nothing as normalizePreloadExposes,
  nothing as optionsToMFContext,
  nothing as preloadAssets,
};
