const { Compilation, EntryPlugin, sources } = require('webpack');

const SCRIPT = 'guest.js';
const MORE = 'guest-more.js';

/** The script is in the body: the page may reply to it before the browser adds a body. */
const page = (script) => `<!doctype html><meta charset="utf-8"><title>Guest</title><body><script>${script}</script>`;

/**
 * Builds the document of guests' frames, a page with one small inline script, and a separate file that some guests
 * need. Both are compiled apart from the shell and contain nothing of it: neither its runtime nor its shared packages.
 */
class GuestPagePlugin {
  constructor({ entry, more, document }) {
    this.entries = { [SCRIPT]: entry, [MORE]: more };
    this.document = document;
  }

  apply(compiler) {
    for (const [filename, entry] of Object.entries(this.entries))
      compiler.hooks.make.tapAsync('GuestPagePlugin', (compilation, done) => {
        const child = compilation.createChildCompiler(filename, { filename });
        // Don't run what the federation plugin adds in this hook.
        child.hooks.finishMake.taps = [];
        new EntryPlugin(compiler.context, entry, filename).apply(child);
        child.runAsChild((error, _entries, compiled) => done(error ?? compiled?.errors[0]));
      });
    compiler.hooks.thisCompilation.tap('GuestPagePlugin', (compilation) => {
      // After the script has been minimized, and before files are listed.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
      compilation.hooks.processAssets.tap({ name: 'GuestPagePlugin', stage }, () => this.write(compilation));
    });
  }

  write(compilation) {
    const script = compilation.getAsset(SCRIPT)?.source.source().toString() ?? '';
    if (/<\/script|<!--/i.test(script)) throw new Error(`${SCRIPT} can't stand inside a page`);
    compilation.deleteAsset(SCRIPT);
    compilation.emitAsset(this.document, new sources.RawSource(page(script.trim())));
  }
}

module.exports = { GuestPagePlugin };
