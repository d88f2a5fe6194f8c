const { readFileSync } = require('node:fs');
const path = require('node:path');
const { renderInNode } = require('shared-ui/webpack/prerender');
const { Compilation, EntryPlugin, sources, WebpackError } = require('webpack');

const PLUGIN = 'FirstScreenPlugin';
const SCRIPT = 'first-screen.js';

/** One path with each frame. */
const PLAIN = '/onboarding/welcome';
const BAR = '/onboarding/login';

/**
 * Writes `first-screens.json`, what a page with a remote's prerendered screen contains of the shell: the frames around
 * the screen, rules for the page and its inline script, which is compiled apart from the shell.
 */
class FirstScreenPlugin {
  /** @param {{ folder: string }} options folder with `inline.ts` and `page.css` */
  constructor({ folder }) {
    this.folder = folder;
  }

  apply(compiler) {
    compiler.hooks.make.tapAsync(PLUGIN, (compilation, done) => {
      const child = compilation.createChildCompiler(SCRIPT, { filename: SCRIPT });
      // Don't run what the federation plugin adds in this hook.
      child.hooks.finishMake.taps = [];
      new EntryPlugin(compiler.context, path.join(this.folder, 'inline.ts'), SCRIPT).apply(child);
      child.runAsChild((error, _entries, compiled) => done(error ?? compiled?.errors[0]));
    });
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // After the script has been minimized, and before files are listed.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
      compilation.hooks.processAssets.tapPromise({ name: PLUGIN, stage }, async () => {
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
    const script = compilation.getAsset(SCRIPT)?.source.source().toString().trim() ?? '';
    if (/<\/script|<!--/i.test(script)) throw new Error(`${SCRIPT} can't stand inside a page`);
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
    });
    compilation.deleteAsset(SCRIPT);
    compilation.emitAsset(FIRST_SCREENS, new sources.RawSource(`${JSON.stringify(frames)}\n`));
  }
}

module.exports = { FirstScreenPlugin };
