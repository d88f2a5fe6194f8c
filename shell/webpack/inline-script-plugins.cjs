const { readFileSync } = require('node:fs');
const path = require('node:path');
const { renderInNode } = require('shared-ui/webpack/prerender');
const { Compilation, EntryPlugin, sources, WebpackError } = require('webpack');

/** After the scripts have been minimized, and before files are listed. */
const STAGE = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;

/** Compiles a script apart from the shell, without its runtime and shared packages. */
function compileApart(compiler, filename, entry) {
  compiler.hooks.make.tapAsync(filename, (compilation, done) => {
    const child = compilation.createChildCompiler(filename, { filename });
    // Don't run what the federation plugin adds in this hook.
    child.hooks.finishMake.taps = [];
    new EntryPlugin(compiler.context, entry, filename).apply(child);
    child.runAsChild((error, _entries, compiled) => done(error ?? compiled?.errors[0]));
  });
}

/**
 * Removes a script from the build's files and returns its text for a script element.
 * @throws Error if the text would end the element
 */
function takeInlineScript(compilation, filename) {
  const script = compilation.getAsset(filename)?.source.source().toString().trim() ?? '';
  if (/<\/script|<!--/i.test(script)) throw new Error(`${filename} can't stand inside a page`);
  compilation.deleteAsset(filename);
  return script;
}

const GUEST_SCRIPT = 'guest.js';

/** Builds the document of guests' frames, with one inline script, and a file that only some guests need. */
class GuestPagePlugin {
  constructor({ entry, more, document }) {
    this.entry = entry;
    this.more = more;
    this.document = document;
  }

  apply(compiler) {
    compileApart(compiler, GUEST_SCRIPT, this.entry);
    compileApart(compiler, 'guest-more.js', this.more);
    compiler.hooks.thisCompilation.tap('GuestPagePlugin', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'GuestPagePlugin', stage: STAGE }, () => this.write(compilation));
    });
  }

  write(compilation) {
    const script = takeInlineScript(compilation, GUEST_SCRIPT);
    // In the body: the page may reply to the script before the browser adds a body.
    const page = `<!doctype html><meta charset="utf-8"><title>Guest</title><body><script>${script}</script>`;
    compilation.emitAsset(this.document, new sources.RawSource(page));
  }
}

/** Scripts of pages with and without a prerendered screen. */
const FIRST_SCRIPT = 'first-screen.js';
const STORED_SCRIPT = 'stored-screen.js';

/** One path with each frame. */
const PLAIN = '/onboarding/welcome';
const BAR = '/onboarding/login';

/**
 * Writes `first-screens.json`, what a page with a remote's prerendered screen contains of the shell: the frames around
 * the screen, rules for the page and the inline scripts.
 */
class FirstScreenPlugin {
  /** @param {{ folder: string }} options folder with `visitor.ts`, `stored.ts` and `page.css` */
  constructor({ folder }) {
    this.folder = folder;
  }

  apply(compiler) {
    compileApart(compiler, FIRST_SCRIPT, path.join(this.folder, 'visitor.ts'));
    compileApart(compiler, STORED_SCRIPT, path.join(this.folder, 'stored.ts'));
    compiler.hooks.thisCompilation.tap('FirstScreenPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'FirstScreenPlugin', stage: STAGE }, async () => {
        if (compilation.errors.length > 0) return;
        try {
          await this.write(compiler, compilation);
        } catch (error) {
          compilation.errors.push(new WebpackError(error.message));
        }
      });
    });
  }

  async write(compiler, compilation) {
    const { FIRST_SCREENS, parseFrames } = await import('shared-ui/contract/documents');
    const script = takeInlineScript(compilation, FIRST_SCRIPT);
    const storedScript = takeInlineScript(compilation, STORED_SCRIPT);
    const css = path.join(this.folder, 'page.css');
    compilation.fileDependencies.add(css);
    const entry = path.join(__dirname, 'first-screen-frames.js');
    const { plainPaths, rendered } = await renderInNode(compiler, { entry, paths: [PLAIN, BAR] });
    const frames = parseFrames({
      plainPaths,
      plain: rendered[PLAIN],
      bar: rendered[BAR],
      css: readFileSync(css, 'utf8')
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
      script,
      storedScript,
    });
    compilation.emitAsset(FIRST_SCREENS, new sources.RawSource(`${JSON.stringify(frames)}\n`));
  }
}

module.exports = { FirstScreenPlugin, GuestPagePlugin };
