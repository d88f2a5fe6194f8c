const { Compilation, sources } = require('webpack');

const scripts = (files) => [...files].filter((file) => file.endsWith('.js'));

/** Shared packages that the build really asks the host for: name -> range. */
function sharedBy(compilation) {
  const found = {};
  for (const module of compilation.modules) {
    if (module.type !== 'consume-shared-module') continue;
    found[module.options.shareKey] = module.options.requiredVersion || '*';
  }
  return Object.fromEntries(Object.entries(found).sort());
}

/** Files of the chunks that the exposed module needs before it can run. */
function exposedFiles(compilation, expose) {
  const files = new Set();
  for (const chunk of compilation.chunks) {
    if (chunk.name?.startsWith('__federation_expose_')) for (const file of scripts(chunk.files)) files.add(file);
  }
  if (files.size === 0) throw new Error(`Nothing is exposed as ${expose}`);
  return [...files];
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
        const declaration = {
          ...this.declaration,
          entry,
          shared: sharedBy(compilation),
          preload: exposedFiles(compilation, this.declaration.expose),
        };
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 2)}\n`));
      });
    });
  }
}

module.exports = { DeclarationPlugin };
