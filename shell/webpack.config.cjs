const path = require('node:path');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { base, FACADES, PROVIDED } = require('shared-ui/webpack');
const { DefinePlugin, NormalModuleReplacementPlugin, sharing } = require('webpack');
const { InjectManifest } = require('workbox-webpack-plugin');
const { FirstFilePlugin } = require('./webpack/first-file-plugin.cjs');
const { FirstScreenPlugin } = require('./webpack/first-screen-plugin.cjs');
const { GuestPagePlugin } = require('./webpack/guest-page-plugin.cjs');
const { ShellManifestPlugin } = require('./webpack/shell-manifest-plugin.cjs');
const { workerSettings } = require('./webpack/worker.cjs');

/**
 * The federation runtime's packages don't declare that they have no side effects; without this, everything would be
 * bundled.
 */
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

/** @param {{version?: string, dev?: boolean}} env webpack's `--env` */
module.exports = (env = {}) => {
  const version = env.version ?? require('./package.json').version;
  const settings = base({ dir: __dirname, version, dev: Boolean(env.dev) });
  return {
    ...settings,
    entry: { main: './src/startup/main.tsx' },
    output: { ...settings.output, publicPath: `/shell/${version}/`, uniqueName: 'lodestar_shell' },
    resolve: { ...settings.resolve, alias: { ...settings.resolve.alias, ...ONLY_FACADES } },
    optimization: {
      // Of scripts only: the gateway completes index.html, so its markers must not be minified away.
      ...settings.optimization,
      // Named chunks are not split: the animation player stays one file.
      splitChunks: { chunks: (chunk) => !chunk.canBeInitial() && !chunk.name, cacheGroups: { react: REACT } },
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
