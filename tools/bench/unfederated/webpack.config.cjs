const path = require('node:path');
const { NormalModuleReplacementPlugin, sharing } = require('webpack');
const shell = require('shell/webpack.config');
const { FACADES } = require('shared-ui/webpack/shared');
const { FirstFilePlugin } = require('shell/webpack/first-file-plugin');

const REMOTES = ['onboarding', 'timeline', 'records', 'surveys'];
const REMOTES_OF_SHELL = path.resolve(__dirname, '../../../shell/src/remotes');
/**
 * Plugins for sharing, and for starting before the libraries have loaded. Routes of this build need the libraries from
 * the first line.
 */
const FEDERATION = [sharing.ProvideSharedPlugin, FirstFilePlugin];
const LOADER = /^\.\/loading\/loader\.ts$/;

/** Returns the loader rules of the shell and of every remote, without duplicates. */
function allRules(own) {
  const configs = REMOTES.map((name) => require(`../../../${name}-mfe/webpack.config.cjs`)({}));
  return [...new Set([...own, ...configs.flatMap(({ module }) => module.rules)])];
}

/**
 * Configures the whole product as one unfederated build: the shell's configuration without federation, with its loader
 * of remotes replaced by one that imports them. Each remote and each shared part is in separate chunks.
 * @param {{version: string}} env
 */
module.exports = ({ version }) => {
  const settings = shell({ version });
  const replaceLoader = (asked) => {
    if (asked.context === REMOTES_OF_SHELL) asked.request = path.join(__dirname, 'loader.ts');
  };
  return {
    ...settings,
    resolve: {
      ...settings.resolve,
      alias: { ...settings.resolve.alias, 'react-router-dom$': FACADES['react-router-dom'] },
    },
    module: { rules: allRules(settings.module.rules) },
    optimization: { ...settings.optimization, runtimeChunk: false },
    plugins: [
      ...settings.plugins.filter((plugin) => !FEDERATION.some((kind) => plugin instanceof kind)),
      new NormalModuleReplacementPlugin(LOADER, replaceLoader),
    ],
  };
};
