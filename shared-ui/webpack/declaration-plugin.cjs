const { Compilation, sources } = require('webpack');

const scripts = (files) => [...files].filter((file) => file.endsWith('.js'));

/** Name of the chunk with the exposed module. */
const EXPOSED_CHUNK = 'exposed';

const isShared = (module) => module.type === 'consume-shared-module';

/** Returns the names of the shared packages among some modules. */
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

/** Writes `remote.json`, the declaration to which publishing adds the hashes of the files. */
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
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
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
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 2)}\n`));
      });
    });
  }
}

module.exports = { DeclarationPlugin, EXPOSED_CHUNK };
