const { Compilation, sources } = require('webpack');

const scripts = (files) => [...files].filter((file) => file.endsWith('.js'));

/** Name of the chunk that holds the exposed module. */
const EXPOSED_CHUNK = 'exposed';

const isShared = (module) => module.type === 'consume-shared-module';

/** Names of the shared packages among some modules. */
function sharedIn(modules) {
  const found = [...modules].filter(isShared).map(({ options }) => options.shareKey);
  return [...new Set(found)].sort();
}

/** The chunks that the exposed module needs before it can run. */
function exposedChunks(compilation, expose) {
  const group = compilation.namedChunkGroups.get(EXPOSED_CHUNK);
  if (!group) throw new Error(`Nothing is exposed as ${expose}`);
  return group.chunks;
}

/** Writes `remote.json`, the declaration that publishing completes with the hashes of the files. */
class DeclarationPlugin {
  /** @param ranges semver range of every package that may be shared */
  constructor(declaration, ranges) {
    this.declaration = declaration;
    this.ranges = ranges;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
        if (compilation.errors.length > 0) return;
        const entry = scripts(compilation.entrypoints.get(this.declaration.container).getFiles())[0];
        const chunks = exposedChunks(compilation, this.declaration.expose);
        const modules = chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]);
        const declaration = {
          ...this.declaration,
          entry,
          shared: Object.fromEntries(sharedIn(compilation.modules).map((name) => [name, this.ranges[name]])),
          preload: chunks.flatMap(({ files }) => scripts(files)),
          needs: sharedIn(modules),
        };
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 2)}\n`));
      });
    });
  }
}

module.exports = { DeclarationPlugin, EXPOSED_CHUNK };
