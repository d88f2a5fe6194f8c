const { createHash } = require('node:crypto');
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

module.exports = { ChunkIntegrityPlugin, integrityOf };
