import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder, writeFiles } from '../../../gateway/testing/fixtures.ts';
import { isGenerated, watchSources } from './watch-sources.ts';

async function watchIn(test: TestContext) {
  const folder = await temporaryFolder(test);
  await writeFiles(folder, { 'src/screen.tsx': '', 'src/deep/texts.json': '', 'node_modules/x/index.js': '' });
  let count = 0;
  let report = () => undefined as unknown;
  const stop = watchSources([folder], () => {
    count += 1;
    report();
  });
  test.after(stop);
  /** Makes a change and resolves when it is reported. */
  const noticed = async (change: () => Promise<unknown>) => {
    const next = new Promise((resolve) => {
      report = () => resolve(undefined);
    });
    await change();
    await next;
  };
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  /** Saves like most editors: writes another file and renames it. */
  const replace = async (path: string, text: string) => {
    await write(`${path}~`, text);
    await rename(join(folder, `${path}~`), join(folder, path));
  };
  await noticed(() => write('src/screen.tsx', 'first'));
  return { folder, noticed, write, replace, count: () => count };
}

describe('watchSources', () => {
  it('notices 20 edits of a file, every other one by a rename', { timeout: 20_000 }, async (test) => {
    const { noticed, write, replace } = await watchIn(test);
    for (let edit = 0; edit < 20; edit++) {
      const save = edit % 2 === 0 ? replace : write;
      await noticed(() => save('src/screen.tsx', `edit ${edit}`));
    }
  });

  it('notices edits in a folder that was deleted and created again', { timeout: 20_000 }, async (test) => {
    const { folder, noticed, write } = await watchIn(test);
    await noticed(() => rm(join(folder, 'src/deep'), { recursive: true }));
    await noticed(async () => {
      await mkdir(join(folder, 'src/deep'));
      await write('src/deep/texts.json', '{}');
    });
    await noticed(() => write('src/deep/texts.json', '{ "a": 1 }'));
  });

  it('reports no change in a folder without sources', { timeout: 20_000 }, async (test) => {
    const { folder, noticed, write, count } = await watchIn(test);
    const before = count();
    for (const path of ['node_modules/x', 'dist', '.git', '.mf']) {
      await mkdir(join(folder, path), { recursive: true });
      await write(`${path}/index.js`, 'changed');
    }
    await noticed(() => write('src/screen.tsx', 'changed'));
    assert.equal(count(), before + 1);
  });
});

describe('isGenerated', () => {
  it('matches files below folders of installs, builds and tools, but no sources', () => {
    for (const path of ['node_modules/x/index.js', 'dist', 'src\\dist\\main.js', '.mf/diagnostics/latest.json', '.git'])
      assert.equal(isGenerated(path), true, path);
    for (const path of ['src/main.ts', 'src/distance.ts', 'src/x.mf.ts', 'webpack.config.cjs', ''])
      assert.equal(isGenerated(path), false, path);
  });
});
