const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const { DefinePlugin, NormalModuleReplacementPlugin, SourceMapDevToolPlugin } = require('webpack');
const {
  CataloguesPlugin,
  ChunkIntegrityPlugin,
  DeclarationPlugin,
  EXPOSED_CHUNK,
  FederationFilesPlugin,
  integrityOf,
  minimizer,
  TEXTS,
} = require('./plugins.cjs');
const { CATALOGUE } = require('./catalogue-loader.cjs');
const { MinifyStylesPlugin } = require('./minify-styles-plugin.cjs');
const { StylesPlugin } = require('./styles-plugin.cjs');
const { FACADES, ON_DEMAND, PLATFORM, PROVIDED, RANGES, TAKEN } = require('./shared.cjs');

const root = path.resolve(__dirname, '../..');

/** Timeout for loading a chunk (ms, docs/product-rules.md#constants). */
const CHUNK_TIMEOUT_MS = 10_000;

/** Font weights in use (shared-ui/src/ui/theme/tokens.css); the published font file has no others. */
const WEIGHTS = { min: 400, max: 700 };

const TYPESCRIPT = { test: /\.tsx?$/, exclude: /node_modules/ };

/** Returns the compiler's settings. With refresh, its code needs refresh-loader.cjs. */
const compiler = (refresh) => ({
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: refresh, refresh } },
    },
  },
});

/** Rules for TypeScript and assets, the same for every browser package. */
const rules = [
  { ...TYPESCRIPT, use: [compiler(false)] },
  { test: /\.(svg|png|jpg|webp|woff2|mp3|mp4|vtt|pdf)$/, type: 'asset/resource' },
  { test: CATALOGUE, type: 'json', loader: require.resolve('./catalogue-loader.cjs') },
  { test: /\.woff2$/, loader: require.resolve('./weights-loader.cjs'), options: WEIGHTS },
];

/**
 * Replaces every import of the animation engine with its light build: SVG only, no expressions and no `eval`, which the
 * policy forbids.
 */
const LIGHT_ENGINE = { 'lottie-web$': 'lottie-web/build/player/lottie_light' };

/**
 * Source maps of a release: no comment names them. A remote's entry, which is generated code, has none: it would contain
 * paths of this machine, and publishing the same sources elsewhere would produce other bytes.
 */
const RELEASE_MAPS = { filename: '[file].map', append: false, exclude: /^remoteEntry\./ };

/** Returns the settings shared by shell, remotes and the unfederated build of the bench. */
function base({ dir, version, dev = false }) {
  return {
    context: dir,
    mode: dev ? 'development' : 'production',
    devtool: dev && 'source-map',
    target: ['web', 'es2022'],
    output: {
      path: path.join(dir, 'dist'),
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'], alias: LIGHT_ENGINE },
    module: { rules },
    optimization: { minimizer },
    plugins: [
      new DefinePlugin({ __LODESTAR_VERSION__: JSON.stringify(version) }),
      new CataloguesPlugin(),
      new ChunkIntegrityPlugin(),
      ...(dev ? [] : [new MinifyStylesPlugin(), new SourceMapDevToolPlugin(RELEASE_MAPS)]),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

/** Returns the options for generating the types of what a remote exposes, for projects that build against it. */
const typesOf = (dir) => ({
  tsConfigPath: path.join(dir, 'tsconfig.json'),
  generateTypes: { compileInChildProcess: false },
  consumeTypes: false,
});

/** The runtime's core comes from the host, and a remote does not need the parts that load remotes or read manifests. */
const RUNTIME = {
  externalRuntime: true,
  optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
};

/**
 * Packages that the federation plugin hoists into every entry, although a remote that loads no others never calls them.
 */
const NOT_CALLED = { '@module-federation/sdk': 'var {}', '@module-federation/error-codes': 'var {}' };

/** Packages that a remote's own modules use through the refresh runtime in development. */
const REFRESHED = {
  react: require.resolve('./refresh-react.cjs'),
  'shared-ui': require.resolve('./refresh-shared-ui.cjs'),
};

/**
 * Returns settings with which a remote's components keep their state when its next build is loaded. The
 * refresh runtime itself, and packages, use the host's React.
 */
function withRefresh(settings, name) {
  const [, ...others] = settings.module.rules;
  const connect = { loader: require.resolve('./refresh-loader.cjs'), options: { name } };
  const useRefresh = new NormalModuleReplacementPlugin(/^(react|shared-ui)$/, (resource) => {
    if (/\.tsx?$/.test(resource.contextInfo.issuer)) resource.request = REFRESHED[resource.request];
  });
  // Never React's development runtime: it would be a second copy, which the host's React can't work with.
  const alias = { 'react/jsx-dev-runtime$': require.resolve('./refresh-runtime.cjs') };
  return {
    ...settings,
    resolve: { ...settings.resolve, alias: { ...settings.resolve.alias, ...alias } },
    module: { rules: [{ ...TYPESCRIPT, use: [connect, compiler(true)] }, ...others] },
    plugins: [...settings.plugins, useRefresh],
  };
}

/** Returns the plugin that prerenders screens. @throws Error in a packed platform, which lacks what renders them */
function prerendering(options) {
  const file = path.join(__dirname, 'prerender', 'plugin.cjs');
  if (!existsSync(file))
    throw new Error('"prerender": only remotes in the repository of the product can be prerendered');
  const { PrerenderPlugin } = require(file);
  return new PrerenderPlugin(options);
}

/** Returns the languages that a remote has texts in: English and French, and those with a catalogue of their own. */
function localesIn(dir) {
  const folder = path.join(dir, 'src', 'locales');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const tags = files.flatMap((file) => /^([a-z]{2,3}(?:-[A-Z][a-z]{3})?)\.json$/.exec(file)?.[1] ?? []);
  return [...new Set(['en', 'fr', ...tags])];
}

const identifier = (words) => words.join('_').replace(/[^A-Za-z0-9_]/g, '_');

/**
 * Returns a remote's webpack configuration.
 * @param {object} options
 * @param {string} options.dir the remote's folder
 * @param {string} options.contract contract that it implements (`feature@1`)
 * @param {string} options.expose name it is exposed as (`./feature`)
 * @param {string} options.module the module behind it
 * @param {import('shared-ui/contract').RemoteRoute[]} [options.routes] the paths that it shows, and to whom; `preload`
 *   names the chunk of a screen that is fetched separately, for paths at which people often open the product
 * @param {import('shared-ui/contract').NavigationEntry[]} [options.navigation] links to its screens, for the side menu,
 *   the home screen and the desk
 * @param {string[]} [options.connect] origins that it calls besides the page's own; the gateway's operator approves them
 * @param {string[]} [options.prerender] paths whose screens are rendered to HTML, which pages show before their scripts
 *   have run
 * @returns a function of webpack's `--env` (`version`; `dev`; `untyped`: the build has no types, which takes half the time)
 */
function remote({ dir, contract, expose, module, routes, navigation, connect, prerender = [] }) {
  return (env = {}) => {
    const packageJson = require(path.join(dir, 'package.json'));
    const version = env.version ?? packageJson.version;
    const name = packageJson.name.replace(/-mfe$/, '');
    // Includes the version: two versions with the same name would run each other's chunks.
    const container = identifier(['lodestar', name, version]);
    const dev = Boolean(env.dev);
    const hasTypes = !dev && !env.untyped;
    const declared = dev || prerender.length === 0 ? {} : { prerender };
    const plain = base({ dir, version, dev });
    const settings = dev ? withRefresh(plain, name) : plain;
    return {
      ...settings,
      entry: {},
      // The manifest plugin warns about the publicPath 'auto' of every remote.
      infrastructureLogging: { level: 'error' },
      externals: NOT_CALLED,
      output: { ...settings.output, publicPath: 'auto', uniqueName: container },
      // Named chunks are not split. The exposed module: a part that is split off would be requested one round trip
      // later. A large library: its file name identifies it in the next version, which a number does not.
      optimization: {
        ...settings.optimization,
        splitChunks: { chunks: (chunk) => !chunk.canBeInitial() && !chunk.name, cacheGroups: TEXTS },
      },
      plugins: [
        ...settings.plugins,
        new ModuleFederationPlugin({
          name: container,
          filename: 'remoteEntry.[contenthash:8].js',
          library: { type: 'var', name: container },
          // As a list: the type generator accepts no other form.
          exposes: { [expose]: { import: [module], name: EXPOSED_CHUNK } },
          shared: TAKEN,
          dts: hasTypes && typesOf(dir),
          // For tools, which read published builds only. It takes half of the time of a development build.
          manifest: !dev,
          experiments: RUNTIME,
        }),
        new DeclarationPlugin(
          {
            name,
            version,
            contract,
            container,
            expose,
            locales: localesIn(dir),
            routes,
            navigation,
            connect,
            ...(packageJson.homepage ? { homepage: packageJson.homepage } : {}),
            ...declared,
          },
          RANGES,
        ),
        // Developers see the real screen only, which takes less time to build.
        ...(declared.prerender ? [prerendering({ name, module, paths: prerender, platform: PLATFORM })] : []),
        new FederationFilesPlugin({ hasTypes }),
        ...(contract.startsWith('feature@') ? [new StylesPlugin({ remote: name, checksScripts: !dev })] : []),
      ],
    };
  };
}

module.exports = { base, FACADES, integrityOf, ON_DEMAND, PROVIDED, RANGES, remote, root, TEXTS };
