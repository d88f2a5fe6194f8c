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

/** The scripts of a chunk and of those that it can't run without, and the shared packages that they ask for. */
function neededBy(compilation, chunk) {
  const group = compilation.namedChunkGroups.get(chunk);
  if (!group) throw new Error(`There is no chunk named ${chunk}`);
  const modules = group.chunks.flatMap((part) => [...compilation.chunkGraph.getChunkModules(part)]);
  return { preload: group.chunks.flatMap(({ files }) => scripts(files)), needs: sharedIn(modules) };
}

/** Writes `remote.json`, the declaration that publishing completes with the hashes of the files. */
class DeclarationPlugin {
  /**
   * @param ranges semver range of every package that may be shared
   * @param screens path of a screen that is fetched by itself -> the name of its chunk
   */
  constructor(declaration, ranges, screens) {
    this.declaration = declaration;
    this.ranges = ranges;
    this.screens = Object.entries(screens);
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('DeclarationPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'DeclarationPlugin', stage }, () => {
        if (compilation.errors.length > 0) return;
        const entry = scripts(compilation.entrypoints.get(this.declaration.container).getFiles())[0];
        const screens = this.screens.map(([path, chunk]) => [path, neededBy(compilation, chunk)]);
        const declaration = {
          ...this.declaration,
          entry,
          shared: Object.fromEntries(sharedIn(compilation.modules).map((name) => [name, this.ranges[name]])),
          ...neededBy(compilation, EXPOSED_CHUNK),
          ...(screens.length > 0 ? { screens: Object.fromEntries(screens) } : {}),
        };
        compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 2)}\n`));
      });
    });
  }
}

module.exports = { DeclarationPlugin, EXPOSED_CHUNK };
