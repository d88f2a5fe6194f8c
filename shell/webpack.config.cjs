const path = require('node:path');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { base, FACADES, integrityOf, PROVIDED, TEXTS } = require('shared-ui/webpack');
const { DefinePlugin, NormalModuleReplacementPlugin, sharing } = require('webpack');
const { InjectManifest } = require('workbox-webpack-plugin');
const { FirstFilePlugin } = require('./webpack/first-file-plugin.cjs');
const { FirstScreenPlugin, GuestPagePlugin } = require('./webpack/inline-script-plugins.cjs');
const { ShellManifestPlugin } = require('./webpack/shell-manifest-plugin.cjs');

/** Lets webpack leave out unused code of the federation runtime, which doesn't declare its side effects. */
const onlyWhatIsUsed = {
  test: /@module-federation[\\/](runtime|runtime-core|runtime-tools|enhanced)[\\/]dist/,
  sideEffects: false,
};

/** Parts of the federation runtime that this host uses: remotes and sharing, in a browser, without snapshots. */
const RUNTIME_PARTS = {
  FEDERATION_OPTIMIZE_NO_REMOTE: false,
  FEDERATION_OPTIMIZE_NO_SHARED: false,
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
  ENV_TARGET: JSON.stringify('web'),
  'typeof FEDERATION_ALLOW_NEW_FUNCTION': JSON.stringify('undefined'),
  'typeof process': JSON.stringify('undefined'),
};

/** Three modules of the runtime that would be bundled anyway. */
const unusedRuntime = new NormalModuleReplacementPlugin(
  /runtime-core[\\/]dist[\\/](plugins[\\/]snapshot[\\/]SnapshotHandler|utils[\\/](preload|context))\.js$/,
  path.join(__dirname, 'webpack/unused-runtime.js'),
);

/** The shell also imports only what a package's façade exports, from the same module instance as remotes. */
const ONLY_FACADES = Object.fromEntries(Object.entries(FACADES).map(([name, facade]) => [`${name}$`, facade]));

/** The package has no export for its production build, which lacks the warnings for developers. */
const ROUTER = {
  'react-router$': path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production/index.mjs'),
};

/**
 * React in its own chunk: files are fetched in parallel, and a browser compiles each file in one task, which delays
 * taps. More chunks would cost more bytes.
 */
const REACT = {
  name: 'react',
  type: /^javascript/,
  chunks: 'initial',
  enforce: true,
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
};

/** Files that the worker does not precache: it fetches the page from a route, where the gateway completes it. */
const NOT_PRECACHED = [/\.map$/, /\.txt$/, /^index\.html$/, /\.json$/, /^sw\.js$/];

/**
 * Returns a transform of the precache list that adds the SHA-384 of every file. No entry has a revision, because each
 * URL contains the version.
 */
const withIntegrity = (version) => async (entries, compilation) => {
  const { publicPath } = compilation.outputOptions;
  const manifest = entries.map((entry) => {
    const { source } = compilation.getAsset(entry.url.slice(publicPath.length));
    // The document of guests' frames has its own URL, where the gateway adds its policy.
    const url = entry.url.endsWith('/guest.html') ? `/guest/${version}` : entry.url;
    return { ...entry, url, revision: null, integrity: integrityOf(source.buffer()) };
  });
  return { manifest, warnings: [] };
};

/** Removes what child compilers inherit from the federation plugin (React, the router). A worker does not need it. */
const withoutFederation = {
  apply(compiler) {
    compiler.hooks.finishMake.taps = [];
  },
};

/** Returns settings of the service worker's build, which inlines the list of all shell files. */
const workerSettings = (version) => ({
  swSrc: path.join(__dirname, 'src/offline/worker/worker.ts'),
  swDest: 'sw.js',
  exclude: NOT_PRECACHED,
  // No file of the shell may be left out because of its size.
  maximumFileSizeToCacheInBytes: 5_000_000,
  manifestTransforms: [withIntegrity(version)],
  webpackCompilationPlugins: [withoutFederation],
});

/** @param {{version?: string, dev?: boolean}} env webpack's `--env` */
module.exports = (env = {}) => {
  const version = env.version ?? require('./package.json').version;
  const settings = base({ dir: __dirname, version, dev: Boolean(env.dev) });
  return {
    ...settings,
    entry: { main: './src/startup/main.tsx' },
    output: { ...settings.output, publicPath: `/shell/${version}/`, uniqueName: 'lodestar_shell' },
    resolve: {
      ...settings.resolve,
      alias: { ...settings.resolve.alias, ...ONLY_FACADES, ...(env.dev ? {} : ROUTER) },
    },
    optimization: {
      // Of scripts only: the gateway completes index.html, so its markers must not be minified away.
      ...settings.optimization,
      // Named chunks are not split: the animation player stays one file.
      splitChunks: {
        chunks: (chunk) => !chunk.canBeInitial() && !chunk.name,
        cacheGroups: { react: REACT, ...TEXTS },
      },
      runtimeChunk: { name: 'first' },
    },
    module: {
      rules: [
        ...settings.module.rules,
        onlyWhatIsUsed,
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true },
      ],
    },
    plugins: [
      ...settings.plugins,
      // Shared packages are in webpack's own share scope, which src/remotes/loading/loader.ts passes to the federation
      // runtime.
      new sharing.ProvideSharedPlugin({ provides: PROVIDED }),
      new FirstFilePlugin({ entry: 'main', module: path.join(__dirname, 'src/startup/first.ts') }),
      unusedRuntime,
      new DefinePlugin(RUNTIME_PARTS),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
      new GuestPagePlugin({
        entry: './src/remotes/guests/frame/frame.ts',
        more: './src/remotes/guests/frame/more.ts',
        document: 'guest.html',
      }),
      // Developers see the real screen only, which takes less time to build.
      ...(env.dev ? [] : [new FirstScreenPlugin({ folder: path.join(__dirname, 'src/startup/first-screen') })]),
      new InjectManifest(workerSettings(version)),
      new ShellManifestPlugin({ version, template: path.join(__dirname, 'src/index.html') }),
    ],
  };
};
