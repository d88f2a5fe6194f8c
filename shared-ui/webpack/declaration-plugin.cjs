const { Compilation, sources } = require('webpack');

const scripts = (files) => [...files].filter((file) => file.endsWith('.js'));

const isShared = (module) => module.type === 'consume-shared-module';

/** Shared packages that the build really asks the host for: name -> range. */
function sharedBy(modules) {
  const found = [...modules].filter(isShared).map(({ options }) => [options.shareKey, options.requiredVersion || '*']);
  return Object.fromEntries(found.sort());
}

/** The chunks that the exposed module needs before it can run. */
function exposedChunks(compilation, expose) {
  const chunks = [...compilation.chunks].filter(({ name }) => name?.startsWith('__federation_expose_'));
  if (chunks.length === 0) throw new Error(`Nothing is exposed as ${expose}`);
  return chunks;
}

/** Writes `remote.json`, the declaration that publishing completes with the hashes of the files. */
class DeclarationPlugin {
  constructor(declaration) {
    this.declaration = declaration;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
        const entry = scripts(compilation.entrypoints.get(this.declaration.container).getFiles())[0];
        const chunks = exposedChunks(compilation, this.declaration.expose);
        const modules = chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]);
        const declaration = {
          ...this.declaration,
          entry,
          shared: sharedBy(compilation.modules),
          preload: chunks.flatMap(({ files }) => scripts(files)),
          needs: Object.keys(sharedBy(modules)),
        };
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 2)}\n`));
      });
    });
  }
}

module.exports = { DeclarationPlugin };
