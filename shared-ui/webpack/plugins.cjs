const { createHash } = require('node:crypto');
const { createRequire } = require('node:module');
const { Compilation, sources, WebpackError } = require('webpack');
const LoadScript = require('webpack/lib/runtime/LoadScriptRuntimeModule');

/** Returns a file's SHA-384 in the format of Subresource Integrity. */
const integrityOf = (buffer) => `sha384-${createHash('sha384').update(buffer).digest('base64')}`;

/**
 * Makes a build's chunk loader ask the host for the expected hash of a chunk. webpack has no setting for it, and
 * federation breaks the plugins that hard-code hashes into the build.
 */
class ChunkIntegrityPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ChunkIntegrityPlugin', (compilation) => {
      LoadScript.getCompilationHooks(compilation).createScript.tap('ChunkIntegrityPlugin', (source) =>
        [
          source,
          'var integrity = self.__lodestarIntegrity && self.__lodestarIntegrity(script.src || url);',
          'if (integrity) { script.integrity = integrity; script.crossOrigin = "anonymous"; }',
        ].join('\n'),
      );
    });
  }
}

/** Folder of a package's catalogues. */
const CATALOGUES = /[\\/]locales$/;

/**
 * Limits what `import(`./locales/plan.${tag}.json`)` can load to that part's catalogues, without the English one, which
 * is in the bundle: webpack's own pattern also finds other parts of the package.
 */
class CataloguesPlugin {
  apply(compiler) {
    compiler.hooks.contextModuleFactory.tap('CataloguesPlugin', (factory) => {
      factory.hooks.afterResolve.tap('CataloguesPlugin', (found) => {
        if (!found || !CATALOGUES.test(found.resource) || !found.regExp) return found;
        return { ...found, regExp: new RegExp(found.regExp.source.replace('.*', '(?!en\\.)[^.]+')) };
      });
    });
  }
}

const languageOf = (module) => /\b([\w-]+)\.json$/.exec(module.resource ?? '')?.[1];

/** The chunk that a remote is exposed by, which its first screen runs. */
const EXPOSED_CHUNK = 'exposed';

/** Whether the code that runs first, such as the home screen's, asks for a catalogue by itself. */
const isAskedForFirst = (module, chunkGraph) =>
  [...chunkGraph.getModuleChunksIterable(module)]
    .flatMap((chunk) => [...chunk.groupsIterable].flatMap((group) => group.getParents()))
    .some((asking) => asking.isInitial() || asking.chunks.some(({ name }) => name === EXPOSED_CHUNK));

// Not what a module imports by itself, such as the desk's: it is always there.
const isCatalogue = (module, moduleGraph) => CATALOGUES.test(moduleGraph.getIssuer(module)?.options?.resource ?? '');

const textsOf = (suffix, first) => ({
  test: (module, { chunkGraph, moduleGraph }) =>
    isCatalogue(module, moduleGraph) && isAskedForFirst(module, chunkGraph) === first,
  name: (module) => `texts-${languageOf(module)}${suffix}`,
  chunks: 'async',
  enforce: true,
});

/**
 * A package's catalogues in one language in two chunks: `texts-fr`, which the first screen needs, and `texts-fr-later`.
 * No more than two: later screens need no further request, and each chunk adds its hash to every page.
 */
const TEXTS = { texts: textsOf('', true), textsLater: textsOf('-later', false) };

const Minimizer = createRequire(require.resolve('webpack'))('minimizer-webpack-plugin');

/**
 * The minimizers of every build here. swc makes files slightly smaller than webpack's default, Terser, in a quarter of
 * its processor time. A third pass saves 0.3 kB of the shell. All licences are in one file: each file of a build adds its
 * hash to what pages fetch first.
 */
const minimizer = [
  new Minimizer({
    minify: Minimizer.swcMinify,
    terserOptions: { compress: { passes: 3 } },
    extractComments: { condition: 'some', filename: 'LICENSE.txt', banner: false },
    parallel: false,
  }),
];

const scripts = (files) => [...files].filter((file) => file.endsWith('.js'));

const isShared = (module) => module.type === 'consume-shared-module';

function sharedIn(modules) {
  const found = [...modules].filter(isShared).map(({ options }) => options.shareKey);
  return [...new Set(found)].sort();
}

/** Returns the scripts of a chunk and of those it depends on, and the shared packages that they need. */
function neededBy(compilation, chunk) {
  const group = compilation.namedChunkGroups.get(chunk);
  if (!group) throw new Error(`There is no chunk named ${chunk}`);
  const modules = group.chunks.flatMap((part) => [...compilation.chunkGraph.getChunkModules(part)]);
  return { preload: group.chunks.flatMap(({ files }) => scripts(files)), needs: sharedIn(modules) };
}

/**
 * Writes `remote.json`, the declaration to which publishing adds the hashes of the files. Fails a build whose
 * declaration the gate would refuse.
 */
class DeclarationPlugin {
  /** @param ranges semver range of every package that may be shared */
  constructor(declaration, ranges) {
    this.declaration = declaration;
    this.ranges = ranges;
    this.chunks = new Set((declaration.routes ?? []).flatMap(({ preload }) => preload ?? []));
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: 'DeclarationPlugin', stage }, async () => {
        if (compilation.errors.length > 0) return;
        const entry = scripts(compilation.entrypoints.get(this.declaration.container).getFiles())[0];
        const chunks = [...this.chunks].map((chunk) => [chunk, neededBy(compilation, chunk)]);
        const declaration = {
          ...this.declaration,
          entry,
          shared: Object.fromEntries(sharedIn(compilation.modules).map((name) => [name, this.ranges[name]])),
          ...neededBy(compilation, EXPOSED_CHUNK),
          ...(chunks.length > 0 ? { chunks: Object.fromEntries(chunks) } : {}),
        };
        const { checkDeclaration, DECLARATION, read } = await import('shared-ui/contract/documents');
        const fault = (field, says) => {
          const file = /^(name|version)$/.test(field) ? 'package.json' : 'webpack.config.cjs';
          compilation.errors.push(new WebpackError(`${file}: ${field} ${says}`));
        };
        const text = `${JSON.stringify(declaration, null, 2)}\n`;
        checkDeclaration(read(DECLARATION, JSON.parse(text), fault), fault);
        compilation.emitAsset('remote.json', new sources.RawSource(text));
      });
    });
  }
}

/** The remote's types, for projects that build against it. */
const TYPES = '@mf-types.zip';
/** Build statistics, for tools on the build machine. */
const STATS = 'mf-stats.json';

/** Signatures in a zip archive: of an entry in the list of its files, and of the list's end. */
const LISTED_FILE = 0x02014b50;
const END_OF_LIST = 0x06054b50;
const END_OF_LIST_BYTES = 22;
/** Midnight of 1 January 1980, the earliest time in a zip archive. */
const NO_TIME = 0x00210000;

/** Returns a copy of an archive without file times. The archive must have no comment. */
function withoutTimes(archive) {
  const copy = Buffer.from(archive);
  const end = copy.length - END_OF_LIST_BYTES;
  if (copy.readUInt32LE(end) !== END_OF_LIST) throw new Error(`${TYPES} is not a zip archive`);
  let at = copy.readUInt32LE(end + 16);
  while (copy.readUInt32LE(at) === LISTED_FILE) {
    copy.writeUInt32LE(NO_TIME, at + 12);
    copy.writeUInt32LE(NO_TIME, copy.readUInt32LE(at + 42) + 10);
    at += 46 + copy.readUInt16LE(at + 28) + copy.readUInt16LE(at + 30) + copy.readUInt16LE(at + 32);
  }
  return copy;
}

/**
 * Makes the additional files of the federation plugin reproducible: a version is published once, and publishing it
 * again must produce the same bytes. Fails a build whose types could not be generated: the plugin only prints why,
 * whatever `abortOnError` says.
 */
class FederationFilesPlugin {
  /** @param {{ hasTypes: boolean }} options whether the build must have types */
  constructor({ hasTypes }) {
    this.hasTypes = hasTypes;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('FederationFilesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'FederationFilesPlugin', stage }, () => {
        compilation.deleteAsset(STATS);
        const types = compilation.getAsset(TYPES);
        if (!types && this.hasTypes)
          compilation.errors.push(new WebpackError(`${TYPES} could not be generated: see the error above`));
        if (types) compilation.updateAsset(TYPES, new sources.RawSource(withoutTimes(types.source.buffer())));
      });
    });
  }
}

module.exports = {
  CataloguesPlugin,
  ChunkIntegrityPlugin,
  DeclarationPlugin,
  EXPOSED_CHUNK,
  FederationFilesPlugin,
  integrityOf,
  minimizer,
  TEXTS,
};
