import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { specifiersIn } from './dependencies.ts';
import { packPlatform } from './pack.ts';

const run = promisify(execFile);

/** All but `lodestar-shell`, which needs a build: `e2e/operation/packages` tests it. */
const NAMES = ['shared-ui', 'remote-tools', 'e2e-kit'] as const;

let folder: string;
let files: string[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-test-'));
  files = await packPlatform(folder, NAMES);
  for (const file of files.filter((name) => name.endsWith('.tgz'))) {
    await mkdir(unpacked(file), { recursive: true });
    await run('tar', ['-xzf', join(folder, file), '-C', unpacked(file), '--strip-components=1']);
  }
});

after(() => rm(folder, { recursive: true, force: true }));

const unpacked = (file: string) => join(folder, file.replace(/-\d.*$/, ''));

const packageJson = async (name: string) => JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'));

/** Returns whether the target of a relative import exists: the file, or the declarations of a script. */
const isThere = (path: string) => existsSync(path) || existsSync(path.replace(/\.js$/, '.d.ts'));

test('the platform consists of packages with their versions, a list of them, and two schemas', async () => {
  assert.deepEqual(files.map((name) => name.replace(/\d+\.\d+\.\d+/, 'VERSION')).toSorted(), [
    'e2e-kit-VERSION.tgz',
    'platform.json',
    'registry.schema.json',
    'remote-tools-VERSION.tgz',
    'remote.schema.json',
    'shared-ui-VERSION.tgz',
  ]);
  const listed = JSON.parse(await readFile(join(folder, 'platform.json'), 'utf8'));
  assert.deepEqual(listed, { files: files.filter((file) => file.endsWith('.tgz')) });
  for (const name of ['remote', 'registry']) {
    const schema = JSON.parse(await readFile(join(folder, `${name}.schema.json`), 'utf8'));
    assert.equal(schema.title, `${name}.json`);
  }
});

for (const name of NAMES) {
  test(`${name} imports only its own files and its dependencies`, async () => {
    const { dependencies, peerDependencies } = await packageJson(name);
    const known = Object.keys({ ...dependencies, ...peerDependencies, [name]: '' });
    for (const [path, content] of await readFolder(join(folder, name))) {
      if (!/\.(js|cjs|d\.ts)$/.test(path) || /\/(create|copied)\//.test(path)) continue;
      for (const specifier of specifiersIn(content.toString())) {
        const isOwn = specifier.startsWith('.')
          ? isThere(join(folder, name, dirname(path), specifier))
          : specifier.startsWith('node:') || known.some((one) => specifier === one || specifier.startsWith(`${one}/`));
        assert.ok(isOwn, `${path} imports ${specifier}`);
      }
    }
  });
}

test('packages have every entry and command that they declare, and none that only this repository uses', async () => {
  const { exports } = await packageJson('shared-ui');
  const entries = ['.', './forms', './contract', './api', './testing'];
  const files = {
    'shared-ui': entries.flatMap((entry) => Object.values<string>(exports[entry])),
    'e2e-kit': Object.values<string>((await packageJson('e2e-kit')).exports['.']),
    'remote-tools': Object.values<string>((await packageJson('remote-tools')).bin),
  };
  for (const [name, paths] of Object.entries(files))
    for (const path of paths) assert.ok(existsSync(join(folder, name, path)), `${name}: ${path}`);
  assert.ok(!('./host' in exports) && !('./vault' in exports));
  assert.ok(!existsSync(join(folder, 'e2e-kit', 'lib', 'support', 'stack.js')));
});

test('shared-ui has the guides for teams, listed in llms.txt, and every page that they link to', async () => {
  const unpackedFolder = join(folder, 'shared-ui');
  const linksIn = (text: string) =>
    [...text.matchAll(/\]\(((?!https?:)[^)#\s]+\.md)/g)].map(([, target = '']) => target);
  const pages = linksIn(await readFile(join(unpackedFolder, 'llms.txt'), 'utf8'));
  assert.ok(pages.includes('docs/add-a-remote.md') && pages.includes('docs/swap-the-surveys-remote.md'));
  for (const page of pages) {
    for (const target of linksIn(await readFile(join(unpackedFolder, page), 'utf8'))) {
      assert.ok(existsSync(join(unpackedFolder, dirname(page), target)), `${page} links to ${target}`);
    }
  }
});

const guide = (page: string) => readFile(join(folder, 'shared-ui', 'docs', page), 'utf8');

test('the guide to a feature begins with the command that packs the platform', async () => {
  const [first] = /^ {4}.+$/m.exec(await guide('add-a-remote.md')) ?? [];
  assert.match(String(first), /^ {4}npm run pack-platform -- --to /);
});

for (const framework of ['Vue', 'Svelte']) {
  test(`the guide to surveys has install lines and a whole mount for ${framework}`, async () => {
    const sections = (await guide('swap-the-surveys-remote.md')).split(/^### /m);
    const section = sections.find((text) => text.startsWith(`${framework} `)) ?? '';
    const install = new RegExp(`^ {4}npm install ${framework.toLowerCase()}@.+\n {4}npm install -D vite@`, 'm');
    assert.match(section, install);
    assert.match(section, /^ {2}mount\(container, context\) \{\n.*?^ {6}unmount\(\) \{\n.*?^export default /ms);
  });
}

test('remote-tools leaves webpack to the project, in the one version that works', async () => {
  const { dependencies, peerDependencies } = await packageJson('remote-tools');
  const { devDependencies } = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8'));
  assert.match(devDependencies.webpack, /^[\d.]+$/);
  assert.deepEqual([dependencies.webpack, peerDependencies.webpack], [undefined, devDependencies.webpack]);
});
