import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import webpack, { type Stats, type WebpackPluginInstance } from 'webpack';

type Plugin = new (options: { remote: string; checksScripts: boolean }) => WebpackPluginInstance;
const { StylesPlugin }: { StylesPlugin: Plugin } = createRequire(import.meta.url)(
  '../../shared-ui/webpack/styles-plugin.cjs',
);

/** Builds a remote with some styles in a script and in a stylesheet. Returns the errors. */
async function errorsOf(test: TestContext, css: string, checksScripts = true): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'styles-plugin-'));
  test.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'main.js'), `new CSSStyleSheet().replaceSync(${JSON.stringify(css)});`);
  await writeFile(join(folder, 'main.css'), css);
  const stats = await new Promise<Stats>((resolve, reject) => {
    const settings = { context: folder, entry: ['./main.js', './main.css'], output: { path: join(folder, 'dist') } };
    const module = { rules: [{ test: /\.css$/, type: 'asset/resource', generator: { filename: 'main.css' } }] };
    const plugins = [new StylesPlugin({ remote: 'pharmacy', checksScripts })];
    webpack({ ...settings, module, mode: 'production', plugins }, (error, made) =>
      made ? resolve(made) : reject(error),
    );
  });
  return stats.compilation.errors.map(({ message }) => message);
}

describe('a build with styles', () => {
  it('fails once, with every selector for the whole page; in development only with those of stylesheets', async (test) => {
    const [message = '', ...others] = await errorsOf(test, 'body { margin: 0 }');
    assert.match(message, /^Styles: "body" \(main\.css\), "body" \(main\.js\) .* \[data-remote="pharmacy"\]/);
    assert.deepEqual(others, []);
    const [inDevelopment = ''] = await errorsOf(test, 'body { margin: 0 }', false);
    assert.match(inDevelopment, /^Styles: "body" \(main\.css\) can/);
  });

  it('succeeds when they stay within the remote', async (test) => {
    assert.deepEqual(await errorsOf(test, '.pharmacy-card p { margin: 0 }'), []);
  });
});
