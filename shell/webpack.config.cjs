const path = require('node:path');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const { base, LIBRARIES, RANGES, shared } = require('shared-ui/webpack');
const { DefinePlugin, sharing } = require('webpack');
const { InjectManifest } = require('workbox-webpack-plugin');
const { ShellManifestPlugin } = require('./webpack/shell-manifest-plugin.cjs');
const { workerSettings } = require('./webpack/worker.cjs');

/** @param {{version?: string, dev?: boolean}} env webpack's `--env` */
module.exports = (env = {}) => {
  const version = env.version ?? require('./package.json').version;
  const settings = base({ dir: __dirname, version, dev: Boolean(env.dev) });
  return {
    ...settings,
    entry: { main: './src/startup/main.tsx' },
    output: { ...settings.output, publicPath: `/shell/${version}/`, uniqueName: 'lodestar_shell' },
    optimization: {
      // index.html is finished by the gateway: its markers must survive.
      minimize: { html: false },
      splitChunks: { cacheGroups: LIBRARIES },
    },
    module: {
      rules: [
        ...settings.module.rules,
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true },
      ],
    },
    plugins: [
      ...settings.plugins,
      // All that the host takes from federation: the loader finds and runs remotes itself.
      new sharing.SharePlugin({ shared: shared({ provides: true }) }),
      new DefinePlugin({ __LODESTAR_RANGES__: JSON.stringify(RANGES) }),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css' }),
      new InjectManifest(workerSettings()),
      new ShellManifestPlugin({ version, template: path.join(__dirname, 'src/index.html') }),
    ],
  };
};
