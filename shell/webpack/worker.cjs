const path = require('node:path');
const { integrityOf } = require('shared-ui/webpack');

/** Files that the worker does not precache: it fetches the page from a route, where the gateway completes it. */
const NOT_LISTED = [/\.map$/, /\.txt$/, /^index\.html$/, /\.json$/, /^sw\.js$/];

/** The document of guests' frames has its own URL, where the gateway adds its policy. */
const addressOf = (url, version) => (url.endsWith('/guest.html') ? `/guest/${version}` : url);

/** Adds the SHA-384 of every shell file. No entry has a revision, because each URL contains the version. */
const withIntegrity = (version) => async (entries, compilation) => {
  const { publicPath } = compilation.outputOptions;
  const manifest = entries.map((entry) => {
    const { source } = compilation.getAsset(entry.url.slice(publicPath.length));
    return { ...entry, url: addressOf(entry.url, version), revision: null, integrity: integrityOf(source.buffer()) };
  });
  return { manifest, warnings: [] };
};

/**
 * Child compilers inherit hooks: removes what the federation plugin adds (React, the router), which a worker does not
 * need.
 */
const alone = {
  apply(compiler) {
    compiler.hooks.finishMake.taps = [];
  },
};

/** Settings of the service worker's build, which inlines the list of all shell files. */
const workerSettings = (version) => ({
  swSrc: path.join(__dirname, '../src/offline/worker/worker.ts'),
  swDest: 'sw.js',
  exclude: NOT_LISTED,
  // No file of the shell may be left out because of its size.
  maximumFileSizeToCacheInBytes: 5_000_000,
  manifestTransforms: [withIntegrity(version)],
  webpackCompilationPlugins: [alone],
});

module.exports = { workerSettings };
