import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import webpack, { type Stats, type WebpackPluginInstance } from 'webpack';

type Plugin = new (options: { entry: string; more: string; document: string }) => WebpackPluginInstance;
const { GuestPagePlugin }: { GuestPagePlugin: Plugin } = createRequire(import.meta.url)('./guest-page-plugin.cjs');

it('a guest’s document has a body when its script runs, and nothing of the shell', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'guest-page-'));
  test.after(() => rm(folder, { recursive: true }));
  const sources = { 'main.js': "run('shell');", 'frame.js': "run('frame');", 'more.js': "run('more');" };
  for (const [file, text] of Object.entries(sources)) await writeFile(join(folder, file), text);
  const stats = await new Promise<Stats>((resolve, reject) => {
    const settings = {
      context: folder,
      mode: 'production' as const,
      entry: './main.js',
      output: { path: join(folder, 'dist') },
      plugins: [new GuestPagePlugin({ entry: './frame.js', more: './more.js', document: 'guest.html' })],
    };
    webpack(settings, (error, made) => (made ? resolve(made) : reject(error)));
  });
  assert.equal(stats.hasErrors(), false, stats.toString('errors-only'));
  const document = await readFile(join(folder, 'dist', 'guest.html'), 'utf8');
  assert.match(document, /<body><script>[^<]*run\("frame"\)[^<]*<\/script>/);
  assert.doesNotMatch(document, /shell|more/);
});
