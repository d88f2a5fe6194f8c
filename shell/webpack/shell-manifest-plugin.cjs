const { Compilation, sources } = require('webpack');
const { integrityOf } = require('shared-ui/webpack');

const INTEGRITY_BLOCK = '<!--lodestar:integrity-->';

/** Adds `integrity` to the page's own script and style tags, which already carry `crossorigin`. */
function withIntegrity(html, files, publicPath) {
  return html.replace(/<(script|link)([^>]*?)(src|href)="([^"]+)"([^>]*)>/g, (tag, name, before, key, url, after) => {
    const hash = files[url.replace(publicPath, '')];
    return hash ? `<${name}${before}${key}="${url}"${after} integrity="${hash}" crossorigin="anonymous">` : tag;
  });
}

/** JSON that may stand inside a script element. */
const embedded = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Writes `shell-manifest.json` (every file with its hash, what the first screen needs) and puts the hashes into
 * index.html: on its own tags, and as data for the chunks that are fetched later.
 */
class ShellManifestPlugin {
  constructor(version) {
    this.version = version;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellManifestPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 100;
      compilation.hooks.processAssets.tap({ name: 'ShellManifestPlugin', stage }, () => this.write(compilation));
    });
  }

  write(compilation) {
    const { publicPath } = compilation.outputOptions;
    const assets = compilation.getAssets().filter(({ name }) => name !== 'index.html' && !name.endsWith('.map'));
    const files = Object.fromEntries(assets.map(({ name, source }) => [name, integrityOf(source.buffer())]));
    const chunks = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.js')));
    const block = `<script type="application/json" id="lodestar-integrity">${embedded(chunks)}</script>`;
    compilation.updateAsset('index.html', (old) => {
      const html = withIntegrity(old.source().toString(), files, publicPath);
      return new sources.RawSource(html.replace(INTEGRITY_BLOCK, () => block));
    });
    const manifest = { version: this.version, initial: compilation.entrypoints.get('main').getFiles(), files };
    compilation.emitAsset('shell-manifest.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
  }
}

module.exports = { ShellManifestPlugin };
