import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readProject } from './run-tool.ts';

const run = promisify(execFile);

test('every publishing command shows its usage without any setting', async () => {
  for (const name of ['publish-remote', 'can-i-publish', 'keys', 'dev']) {
    const bin = join(import.meta.dirname, 'bin', `${name}.ts`);
    const { stdout } = await run(process.execPath, [bin, '--help'], { env: { PATH: process.env.PATH } });
    assert.match(stdout, new RegExp(`^ +(npm run ${name} --|(npx )?${name}) `, 'm'));
  }
});

test('a project is named by its build, else by its package.json', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'project-test-'));
  context.after(() => rm(folder, { recursive: true }));
  const dir = join(folder, 'dist');
  await writeFile(join(folder, 'package.json'), '{ "name": "pharmacy-mfe" }');
  assert.deepEqual(await readProject(folder), { name: 'pharmacy', dir });
  await mkdir(dir);
  await writeFile(join(dir, 'remote.json'), '{ "name": "orders", "version": "1.2.0" }');
  assert.deepEqual(await readProject(folder), { name: 'orders', dir, version: '1.2.0' });
});
