const { RuntimeGlobals, RuntimeModule, WebpackError } = require('webpack');

const PLUGIN = 'FirstFilePlugin';

/** Runs a module as soon as its file has loaded, without waiting for the entry's other files. */
class RunModule extends RuntimeModule {
  /**
   * @param {() => import('webpack').Module} find returns the module at code generation time, when it may be
   * concatenated
   */
  constructor(find) {
    super('run first', RuntimeModule.STAGE_TRIGGER);
    this.find = find;
  }

  generate() {
    return `${RuntimeGlobals.require}(${JSON.stringify(this.chunkGraph.getModuleId(this.find()))});`;
  }
}

/** Returns a module and all of its static imports; `import()` is not followed. */
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
 * Moves one module of an entry, with its static imports, into webpack's runtime chunk, and runs it as soon as that
 * file has loaded. The entry itself runs when all of its files have loaded. Needs a separate runtime chunk
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
      // After libraries have been split into their own chunks, and before modules are concatenated.
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
