const { execFile } = require('node:child_process');
const { mkdtemp, readFile, rm } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const webpack = require('webpack');
const { MinifyStylesPlugin } = require('../minify-styles-plugin.cjs');
const { FACADES } = require('../shared.cjs');

const run = promisify(execFile);

/** A component's code is in one file in this repository and in another of the packed platform. */
const ON_DEMAND = /[\\/]on-demand\.(tsx|js)$/;
const STYLES = /\.css$/;

const at = (file) => path.join(__dirname, file);

/** Import of render.js in entries of other packages. */
const OWN = { 'lodestar-prerender$': at('render.js') };

/** Returns aliases without those of façades, which lack what only servers use. */
const packagesIn = (aliases) =>
  Object.fromEntries(Object.entries(aliases).filter(([name]) => !Object.hasOwn(FACADES, name.replace(/\$$/, ''))));

/** Returns settings that build a module for Node with the rules of a browser build. */
function settingsFor({ context, resolve, module, output, plugins }, { entry, alias, define, folder }) {
  const replace = (pattern, file) =>
    new webpack.NormalModuleReplacementPlugin(pattern, (resource) => {
      if (resource.context !== __dirname) resource.request = at(file);
    });
  return {
    context,
    mode: 'production',
    target: 'node',
    devtool: false,
    entry: { bundle: entry },
    output: {
      path: folder,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      // Gateways replace it with the folder of the published version.
      publicPath: 'lodestar-base/',
      assetModuleFilename: output.assetModuleFilename,
    },
    resolve: { extensions: resolve.extensions, alias: { ...packagesIn(resolve.alias), ...OWN, ...alias } },
    module: {
      rules: module.rules
        .filter(({ test }) => String(test) !== String(STYLES))
        .map((rule) => (rule.type === 'asset/resource' ? { ...rule, generator: { emit: false } } : rule)),
    },
    plugins: [
      // Class names are made from the styles.
      ...plugins.filter((plugin) => plugin instanceof webpack.DefinePlugin || plugin instanceof MinifyStylesPlugin),
      new webpack.DefinePlugin(define),
      replace(ON_DEMAND, 'on-demand.js'),
      replace(STYLES, 'empty.cjs'),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
    optimization: { minimize: false },
    performance: { hints: false },
  };
}

const compile = (settings) =>
  new Promise((resolve, reject) => {
    webpack(settings, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true, errorDetails: false })));
      else resolve();
    });
  });

/**
 * Builds an entry for Node, with the rules of a compiler's own build, and runs its `renderAll(paths)`.
 * @param options.alias additional aliases
 * @param options.define additional constants
 * @throws Error with its message if it fails
 */
async function renderInNode(compiler, { entry, paths, alias = {}, define = {} }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'prerender-'));
  try {
    await compile(settingsFor(compiler.options, { entry, alias, define, folder }));
    const result = path.join(folder, 'result.json');
    const args = [at('run.cjs'), path.join(folder, 'bundle.cjs'), result, JSON.stringify(paths)];
    await run(process.execPath, args).catch(({ stderr }) => {
      throw new Error(stderr.trim());
    });
    return JSON.parse(await readFile(result, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renders screens of a remote to HTML and writes them to `first-screens.json`, a file of the build like any other. */
class PrerenderPlugin {
  /** @param {{ name: string, module: string, paths: string[], platform: string }} options `platform`: shared-ui's version */
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    const { name, module, paths, platform } = this.options;
    compiler.hooks.thisCompilation.tap('PrerenderPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: 'PrerenderPlugin', stage }, async () => {
        if (compilation.errors.length > 0) return;
        const { FIRST_SCREENS, parseFirstScreens } = await import('shared-ui/contract/documents');
        try {
          const screens = await renderInNode(compiler, {
            entry: at('screens.js'),
            paths,
            alias: { 'lodestar-remote$': path.resolve(compiler.context, module) },
            define: { __LODESTAR_REMOTE__: JSON.stringify(name) },
          });
          const found = parseFirstScreens({ platform, screens });
          compilation.emitAsset(FIRST_SCREENS, new webpack.sources.RawSource(`${JSON.stringify(found)}\n`));
        } catch (error) {
          compilation.errors.push(new webpack.WebpackError(error.message));
        }
      });
    });
  }
}

module.exports = { PrerenderPlugin, renderInNode };
