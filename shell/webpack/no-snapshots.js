/**
 * Stands in for the federation runtime's handler of snapshots. A define leaves out who calls it (webpack.config.cjs), but not
 * the handler, which is a tenth of the runtime. Only what the runtime still touches of it is here.
 */
export class SnapshotHandler {
  /** Hooks for plugins, of which there are none. */
  hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: () => undefined };
  manifestCache = new Map();
}

/** What snapshots say of a remote: nothing. */
export const getGlobalRemoteInfo = () => ({});
