import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inFolder } from './source.ts';
import { buildsIn } from './watch.ts';

async function writeBuild(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'remoteEntry.js'), text);
  await writeFile(join(folder, 'remote.json'), '{}');
}

test('buildsIn yields for the first build and for each later one, however it replaces the folder', async () => {
  await inFolder(async (home) => {
    const dist = join(home, 'dist');
    const stop = new AbortController();
    const builds = buildsIn(dist, stop.signal);
    const first = builds.next();
    await writeBuild(dist, 'first');
    await first;

    const second = builds.next();
    await writeFile(join(home, 'new.js'), 'second build');
    await rename(join(home, 'new.js'), join(dist, 'remoteEntry.js'));
    await second;

    const third = builds.next();
    await rm(dist, { recursive: true });
    await writeBuild(dist, 'the third build');
    await third;

    const fourth = builds.next();
    stop.abort();
    assert.deepEqual(await fourth, { value: undefined, done: true });
  });
});
