import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import webpack, { type Configuration, type Stats, type WebpackPluginInstance } from 'webpack';

type Plugin = new (options: { entry: string; module: string }) => WebpackPluginInstance;
const { FirstFilePlugin }: { FirstFilePlugin: Plugin } = createRequire(import.meta.url)('./first-file-plugin.cjs');

/** An entry that imports the first module, a library, and a module shared by both. Each records when it runs. */
const SOURCES = {
  'main.js':
    "import { first } from './first.js'; import './library.js'; import { count } from './both.js'; ran('main ' + first + ' ' + count());",
  'first.js':
    "import { count } from './both.js'; import './part.js'; export const first = count(); ran('first'); export const later = () => import('./later.js');",
  'part.js': "ran('part');",
  'both.js': 'let calls = 0; export const count = () => ++calls;',
  'library.js': "ran('library');",
  'later.js': "ran('later');",
};

/** Builds the sources and returns the entry's files in script tag order, with their code. */
async function build(test: TestContext, module = 'first.js'): Promise<[file: string, code: string][]> {
  const folder = await mkdtemp(join(tmpdir(), 'first-file-'));
  test.after(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(SOURCES)) await writeFile(join(folder, file), text);
  const settings: Configuration = {
    context: folder,
    mode: 'production',
    entry: { main: './main.js' },
    output: { path: join(folder, 'dist'), publicPath: '/' },
    optimization: {
      runtimeChunk: { name: 'first' },
      splitChunks: {
        cacheGroups: { library: { name: 'library', test: /library|part/, chunks: 'initial', enforce: true } },
      },
    },
    plugins: [new FirstFilePlugin({ entry: 'main', module: join(folder, module) })],
  };
  const stats = await new Promise<Stats>((resolve, reject) => {
    webpack(settings, (error, made) => (made ? resolve(made) : reject(error)));
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  const files = [...(stats.compilation.entrypoints.get('main')?.getFiles() ?? [])];
  return Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, 'dist', file), 'utf8')] as [string, string]),
  );
}

/** Runs the scripts in turn. Returns everything that has run after each of them. */
function runAll(scripts: string[]): string[][] {
  const ran: string[] = [];
  const page = createContext({ ran: (what: string) => ran.push(what) });
  Object.assign(page, { self: page, globalThis: page });
  return scripts.map((code) => {
    runInContext(code, page);
    return [...ran];
  });
}

describe('the first file', () => {
  it('runs its modules when it has loaded, and the entry when all files have', async (test) => {
    const files = await build(test);
    assert.deepEqual(
      files.map(([file]) => file),
      ['first.js', 'library.js', 'main.js'],
    );
    const scripts = files.map(([, code]) => code);
    const begun = ['part', 'first'];
    assert.deepEqual(runAll(scripts), [begun, begun, [...begun, 'library', 'main 1 2']]);
  });

  it('runs nothing before it has loaded', async (test) => {
    const [first = '', library = '', main = ''] = (await build(test)).map(([, code]) => code);
    assert.deepEqual(
      runAll([main, library, first]).map((ran) => ran.length > 0),
      [false, false, true],
    );
  });

  it('fails to build without its module', async (test) => {
    await assert.rejects(build(test, 'gone.js'), /gone\.js is not part of this build/);
  });
});
