const { RuntimeGlobals, RuntimeModule, WebpackError } = require('webpack');

const PLUGIN = 'FirstFilePlugin';

/** Runs a module as soon as the file with it is there, without waiting for the entry's other files. */
class RunModule extends RuntimeModule {
  /** @param {() => import('webpack').Module} find returns the module as it is when code is generated: it may be merged with others */
  constructor(find) {
    super('run first', RuntimeModule.STAGE_TRIGGER);
    this.find = find;
  }

  generate() {
    return `${RuntimeGlobals.require}(${JSON.stringify(this.chunkGraph.getModuleId(this.find()))});`;
  }
}

/** A module and all that it imports at once: what comes by `import()` is not part of it. */
function withImports(module, { moduleGraph, entrypoints, name }) {
  const { runtime } = entrypoints.get(name).getRuntimeChunk();
  const all = new Set([module]);
  for (const each of all)
    for (const dependency of each.dependencies) {
      const connection = moduleGraph.getConnection(dependency);
      if (connection && connection.getActiveState(runtime) !== false) all.add(connection.module);
    }
  return all;
}

/**
 * Puts one module of an entry, with all that it imports, into the file that has webpack's runtime, and runs it when that file
 * has come: the entry itself runs when all of its files are there. The runtime needs a file of its own for that
 * (`optimization.runtimeChunk`).
 */
class FirstFilePlugin {
  /**
   * @param {object} options
   * @param {string} options.entry name of the entry
   * @param {string} options.module absolute path of the module
   */
  constructor({ entry, module }) {
    this.entry = entry;
    this.module = module;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // When libraries have been put into files of their own, and before modules are merged.
      const stage = 20;
      compilation.hooks.optimizeChunks.tap({ name: PLUGIN, stage }, () => this.gather(compilation));
      compilation.hooks.additionalTreeRuntimeRequirements.tap(PLUGIN, (chunk, needed) => {
        if (chunk !== compilation.entrypoints.get(this.entry)?.getRuntimeChunk() || !this.find(compilation)) return;
        needed.add(RuntimeGlobals.require);
        compilation.addRuntimeModule(chunk, new RunModule(() => this.find(compilation)));
      });
    });
  }

  find({ modules }) {
    return [...modules].find((module) => (module.rootModule ?? module).resource === this.module);
  }

  gather(compilation) {
    const first = this.find(compilation);
    if (!first) {
      compilation.errors.push(new WebpackError(`${this.module} is not part of this build`));
      return;
    }
    const { chunkGraph, moduleGraph, entrypoints } = compilation;
    const file = entrypoints.get(this.entry).getRuntimeChunk();
    for (const module of withImports(first, { moduleGraph, entrypoints, name: this.entry })) {
      const chunks = [...chunkGraph.getModuleChunksIterable(module)];
      if (chunks.length === 0) continue;
      for (const chunk of chunks) chunkGraph.disconnectChunkAndModule(chunk, module);
      chunkGraph.connectChunkAndModule(file, module);
    }
  }
}

module.exports = { FirstFilePlugin };
