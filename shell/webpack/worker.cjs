const path = require('node:path');
const { integrityOf } = require('shared-ui/webpack');

/** No part of the product on a phone: the page is fetched from a route, completed by the gateway. */
const NOT_LISTED = [/\.map$/, /\.txt$/, /^index\.html$/, /\.json$/, /^sw\.js$/];

/** The document of guests' frames has an address of its own, at which the gateway gives it its policy. */
const addressOf = (url, version) => (url.endsWith('/guest.html') ? `/guest/${version}` : url);

/** Adds to every file of the shell its SHA-384. No file has a revision: the version is in each address. */
const withIntegrity = (version) => async (entries, compilation) => {
  const { publicPath } = compilation.outputOptions;
  const manifest = entries.map((entry) => {
    const { source } = compilation.getAsset(entry.url.slice(publicPath.length));
    return { ...entry, url: addressOf(entry.url, version), revision: null, integrity: integrityOf(source.buffer()) };
  });
  return { manifest, warnings: [] };
};

/** A compiler inside another has the other's plugins: what federation adds at the end (React, the router) is not for a worker. */
const alone = {
  apply(compiler) {
    compiler.hooks.finishMake.taps = [];
  },
};

/** How the service worker is built, and what the build writes into it: every file of the shell. */
const workerSettings = (version) => ({
  swSrc: path.join(__dirname, '../src/offline/worker/worker.ts'),
  swDest: 'sw.js',
  exclude: NOT_LISTED,
  // No file of the shell may be left out for its size.
  maximumFileSizeToCacheInBytes: 5_000_000,
  manifestTransforms: [withIntegrity(version)],
  webpackCompilationPlugins: [alone],
});

module.exports = { workerSettings };
