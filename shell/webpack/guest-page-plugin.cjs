const { Compilation, EntryPlugin, sources } = require('webpack');

const SCRIPT = 'guest.js';

const page = (script) => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8">
    <meta name="color-scheme" content="light dark">
    <title>Guest</title>
    <script>${script}</script>
  </head>
  <body></body>
</html>
`;

/**
 * Builds the document of guests' frames: one small script in the page itself. It is compiled apart from the shell, of which it
 * may have no part: neither the runtime nor what is shared.
 */
class GuestPagePlugin {
  constructor({ entry, document }) {
    this.entry = entry;
    this.document = document;
  }

  apply(compiler) {
    compiler.hooks.make.tapAsync('GuestPagePlugin', (compilation, done) => {
      const child = compilation.createChildCompiler('guest', { filename: SCRIPT });
      // What federation adds at the end is not for this one.
      child.hooks.finishMake.taps = [];
      new EntryPlugin(compiler.context, this.entry, 'guest').apply(child);
      child.runAsChild((error, _entries, compiled) => done(error ?? compiled?.errors[0]));
    });
    compiler.hooks.thisCompilation.tap('GuestPagePlugin', (compilation) => {
      // When it has its final size, and before files are listed.
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
