import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readFolder } from '../../../gateway/common/disk.ts';
import { REPO } from '../../../gateway/common/paths.ts';
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

test('the platform consists of packages with their versions, a list of them, and two schemas', () => {
  assert.deepEqual(files.map((name) => name.replace(/\d+\.\d+\.\d+/, 'VERSION')).toSorted(), [
    'e2e-kit-VERSION.tgz',
    'platform.json',
    'registry.schema.json',
    'remote-tools-VERSION.tgz',
    'remote.schema.json',
    'shared-ui-VERSION.tgz',
  ]);
});

test('the list names the packages', async () => {
  const listed = JSON.parse(await readFile(join(folder, 'platform.json'), 'utf8'));
  assert.deepEqual(listed, { files: files.filter((file) => file.endsWith('.tgz')) });
});

test('each schema has the title of its document', async () => {
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

test('shared-ui has every entry that remotes may build on, and none that only the shell uses', async () => {
  const { exports } = await packageJson('shared-ui');
  for (const entry of ['.', './forms', './contract', './api', './testing']) {
    for (const file of Object.values<string>(exports[entry])) {
      assert.ok(existsSync(join(folder, 'shared-ui', file)), `${entry}: ${file}`);
    }
  }
  assert.ok(!('./host' in exports) && !('./vault' in exports));
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

interface Locked {
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

/** Returns the path in the lock file at which a package finds one that it depends on: its own copy, or a shared one. */
function resolveLocked(name: string, from: string, locked: Record<string, Locked>): string | undefined {
  const own = `${from}node_modules/${name}`;
  if (own in locked || from === '') return own in locked ? own : undefined;
  return resolveLocked(name, from.replace(/node_modules\/((@[^/]+\/)?[^/]+)\/$/, ''), locked);
}

/** Returns the paths of packages in the lock file, with everything that they depend on. */
function withDependencies(names: string[], locked: Record<string, Locked>): Set<string> {
  const found = new Set<string>();
  const waiting = names.map((name) => resolveLocked(name, '', locked));
  for (const path of waiting) {
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    for (const name of Object.keys(locked[path]?.dependencies ?? {}))
      waiting.push(resolveLocked(name, `${path}/`, locked));
  }
  return found;
}

test('npm warns about no package when a project on Node 20 installs these', async () => {
  const satisfies = createRequire(join(REPO, 'gateway', 'package.json'))('semver/functions/satisfies');
  const { packages } = JSON.parse(await readFile(join(REPO, 'package-lock.json'), 'utf8'));
  const all = await Promise.all(['shared-ui', 'remote-tools'].map(packageJson));
  const direct = all.flatMap(({ dependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...peerDependencies }),
  );
  for (const path of withDependencies(direct, packages)) {
    const needed = packages[path].engines?.node ?? '*';
    assert.ok(satisfies('20.20.0', needed), `${path} needs Node ${needed}`);
  }
});

test('e2e-kit has its entry with types, and nothing of the stack that this repository tests itself with', async () => {
  const { exports } = await packageJson('e2e-kit');
  for (const file of Object.values<string>(exports['.'])) assert.ok(existsSync(join(folder, 'e2e-kit', file)), file);
  assert.ok(!existsSync(join(folder, 'e2e-kit', 'lib', 'support', 'stack.js')));
});

test('remote-tools contains every command that it declares', async () => {
  const { bin } = await packageJson('remote-tools');
  for (const file of Object.values<string>(bin)) assert.ok(existsSync(join(folder, 'remote-tools', file)), file);
});

test('remote-tools leaves webpack to the project, in the one version that works', async () => {
  const { dependencies, peerDependencies } = await packageJson('remote-tools');
  const { devDependencies } = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8'));
  assert.match(devDependencies.webpack, /^[\d.]+$/);
  assert.deepEqual([dependencies.webpack, peerDependencies.webpack], [undefined, devDependencies.webpack]);
});
