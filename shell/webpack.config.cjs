const path = require('node:path');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { base, FACADES, PROVIDED } = require('shared-ui/webpack');
const { DefinePlugin, NormalModuleReplacementPlugin, sharing } = require('webpack');
const { InjectManifest } = require('workbox-webpack-plugin');
const { FirstFilePlugin } = require('./webpack/first-file-plugin.cjs');
const { GuestPagePlugin } = require('./webpack/guest-page-plugin.cjs');
const { ShellManifestPlugin } = require('./webpack/shell-manifest-plugin.cjs');
const { workerSettings } = require('./webpack/worker.cjs');

/** Of the federation runtime: its packages don't say that their modules are free of side effects, and all would come along. */
const onlyWhatIsUsed = {
  test: /@module-federation[\\/](runtime|runtime-core|runtime-tools|enhanced)[\\/]dist/,
  sideEffects: false,
};

/** What of the federation runtime this host uses: remotes and sharing, in a browser; no snapshots of remotes by its own manifests. */
const RUNTIME_PARTS = {
  FEDERATION_OPTIMIZE_NO_REMOTE: false,
  FEDERATION_OPTIMIZE_NO_SHARED: false,
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true,
  ENV_TARGET: JSON.stringify('web'),
  'typeof FEDERATION_ALLOW_NEW_FUNCTION': JSON.stringify('undefined'),
  'typeof process': JSON.stringify('undefined'),
};

/** Three modules that would come along all the same. */
const unusedRuntime = new NormalModuleReplacementPlugin(
  /runtime-core[\\/]dist[\\/](plugins[\\/]snapshot[\\/]SnapshotHandler|utils[\\/](preload|context))\.js$/,
  path.join(__dirname, 'webpack/unused-runtime.js'),
);

/** The shell, too, has of a package only what its façade names, and the very module that remotes get. */
const ONLY_FACADES = Object.fromEntries(Object.entries(FACADES).map(([name, facade]) => [`${name}$`, facade]));

/**
 * React in a file of its own: a browser compiles each file in one go, in which a tap waits, and fetches them beside each other.
 * More files than these would be more bytes.
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
      // index.html is finished by the gateway: its markers must survive.
      // A third pass, where webpack makes two, is 0.2 kB of the first screen.
      minimize: { html: false, javascript: { compress: { passes: 3 } } },
      // What has a name stays whole: the animation player is one file.
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
      // What is shared is in webpack's own scope; the federation runtime (src/remotes/runtime.ts) is told of it.
      new sharing.ProvideSharedPlugin({ provides: PROVIDED }),
      new FirstFilePlugin({ entry: 'main', module: path.join(__dirname, 'src/startup/first.ts') }),
      unusedRuntime,
      new DefinePlugin(RUNTIME_PARTS),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
      new GuestPagePlugin({
        entry: './src/guests/frame/frame.ts',
        more: './src/guests/frame/more.ts',
        document: 'guest.html',
      }),
      new InjectManifest(workerSettings(version)),
      new ShellManifestPlugin({ version, template: path.join(__dirname, 'src/index.html') }),
    ],
  };
};
