/**
 * Replaces three parts of the federation runtime that this host does not use and that no runtime setting removes:
 * snapshots, because versions come from the registry; preloading, because the page's HTML has the preloads with their
 * hashes; and the error context about the host's configuration, which only the reporter for Node reads.
 */

/** Empty snapshot handler. A define removes the plugin that would call it (webpack.config.cjs). */
export class SnapshotHandler {
  /** Plugin hooks, all unused. */
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
