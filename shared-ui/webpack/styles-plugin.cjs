const { parseSync } = require('@swc/core');
const { Compilation, WebpackError } = require('webpack');

const textsOf = (compilation, pattern) =>
  compilation
    .getAssets()
    .filter(({ name }) => pattern.test(name))
    .map(({ name, source }) => [name, source.source().toString()]);

const treeOf = (code) => parseSync(code, { syntax: 'ecmascript', target: 'es2022', isModule: 'unknown' });

/** Fails a remote's build if its styles have an effect outside of the remote, as the gate would refuse it. */
class StylesPlugin {
  /** @param {{ remote: string, checksScripts: boolean }} options parsing every script is too slow for a development build */
  constructor({ remote, checksScripts }) {
    this.remote = remote;
    this.checksScripts = checksScripts;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('StylesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: 'StylesPlugin', stage }, async () => {
        const { checkStyles } = await import('shared-ui/contract/styles');
        const scripts = this.checksScripts ? textsOf(compilation, /\.[cm]?js$/) : [];
        const { faults } = checkStyles(this.remote, {
          sheets: new Map(textsOf(compilation, /\.css$/)),
          scripts: new Map(scripts.map(([name, code]) => [name, treeOf(code)])),
        });
        for (const fault of faults) compilation.errors.push(new WebpackError(`Styles: ${fault}`));
      });
    });
  }
}

module.exports = { StylesPlugin };
