/**
 * Stands in for the federation runtime's own ways to fetch code: scripts, links and what it preloads. This host fetches
 * remotes itself, and only what was checked (src/remotes/runtime-plugin.ts): that code would never run, and must not.
 */
function refuse() {
  throw new Error('The federation runtime fetches nothing by itself: only what was checked may run');
}

export {
  refuse as createLink,
  refuse as createScript,
  refuse as defaultPreloadArgs,
  refuse as formatPreloadArgs,
  refuse as isStaticResourcesEqual,
  refuse as loadScript,
  refuse as normalizePreloadExposes,
  refuse as preloadAssets,
  refuse as safeWrapper,
};
