import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { writeTeamDocs } from 'docs-site/generate/team-docs';
import { SHARED_PACKAGES } from 'gateway/publish/gate/host-facts';
import { exists } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import { emit, sourcesOf } from 'shared-ui/surface/emit';
import { ENTRIES, SURFACE_FILE } from 'shared-ui/surface/surface';
import { COPIES, dependenciesOf, rangesOf, readPackageJson, rewriteSpecifiers, specifiersIn } from './dependencies.ts';

const SOURCE = join(REPO, 'shared-ui');
const SOURCE_PACKAGE = join(SOURCE, 'package.json');
const API = join(REPO, 'mock-api', 'src');
const TESTING = ['jest.cjs', 'jest-env.cjs', 'empty-module.cjs'];

/** Entries that only tools and builds use: to read documents and settings, for what the host checks, rules for styles. */
const FOR_TOOLS = ['documents', 'host', 'languages', 'language-pack', 'phone', 'review', 'styles', 'zone'].map(
  (name) => `shared-ui/contract/${name}`,
);

/** Entries for remotes and tools, the API's types, and test support. */
const PACKED = [...ENTRIES, ...FOR_TOOLS, 'shared-ui/api', 'shared-ui/testing'];

/**
 * Packages whose code is copied into this one: they run on Node 20, but declare that they need a newer one, about which
 * npm warns everyone who installs them.
 */
const COPIED = ['ky'];
const copyOf = (name: string) => `${COPIES}/${name}/index.js`;

const sourceOf = (path: string) => join(SOURCE, 'src', path);

/** Compiles the packed entries and the API's types into a folder next to the package. */
async function compile(out: string): Promise<void> {
  const entries = await sourcesOf(PACKED);
  const facades = (await readdir(sourceOf('share'))).map((file) => sourceOf(join('share', file)));
  // Listed by name, because files that are only imported from another package are read but not written.
  const api = (await filesIn(join(API, 'contract'))).map((file) => join(API, 'contract', file));
  const files = [
    ...entries.values(),
    ...facades,
    sourceOf('testing/jest-setup.ts'),
    sourceOf('testing/lottie-mock.ts'),
    sourceOf('globals.d.ts'),
    join(API, 'contract.ts'),
    ...api,
  ];
  await emit({ files, out, root: REPO });
}

/** Returns the paths of all files below a folder, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Rewrites imports of each other, of the API and of copied packages to their location in the package. */
async function localise(dist: string, path: string): Promise<void> {
  const pathTo = (file: string) => relative(dirname(path), file).replace(/^(?!\.)/, './');
  const code = await readFile(join(dist, path), 'utf8');
  const written = rewriteSpecifiers(code, (specifier) => {
    if (specifier === 'mock-api/contract') return pathTo('api/contract.js');
    if (COPIED.includes(specifier)) return pathTo(copyOf(specifier));
    return specifier.startsWith('.') ? specifier.replace(/(?<!\.d)\.tsx?$/, '.js') : specifier;
  });
  if (written !== code) await writeFile(join(dist, path), written);
}

/** Copies the images, sounds and data that the code imports. */
async function copyAssets(dist: string, path: string): Promise<void> {
  for (const specifier of specifiersIn(await readFile(join(dist, path), 'utf8'))) {
    if (!specifier.startsWith('.')) continue;
    const asset = join(dirname(path), specifier);
    if (await exists(join(dist, asset))) continue;
    await mkdir(dirname(join(dist, asset)), { recursive: true });
    await copyFile(sourceOf(asset), join(dist, asset));
  }
}

/** Copies the code of the packages in COPIED, with their licences. */
async function copyPackages(dist: string): Promise<void> {
  for (const name of COPIED) {
    const entry = createRequire(SOURCE_PACKAGE).resolve(name);
    const to = dirname(join(dist, copyOf(name)));
    await cp(dirname(entry), to, { recursive: true, filter: (path) => extname(path) !== '.map' });
    await copyFile(join(dirname(dirname(entry)), 'license'), join(to, 'license'));
  }
}

async function layDist(folder: string): Promise<void> {
  const [dist, out] = [join(folder, 'dist'), join(folder, 'out')];
  await compile(out);
  await rename(join(out, 'shared-ui', 'src'), dist);
  for (const path of await filesIn(join(out, 'mock-api', 'src'))) {
    if (!path.endsWith('.d.ts')) continue;
    await mkdir(dirname(join(dist, 'api', path)), { recursive: true });
    await rename(join(out, 'mock-api', 'src', path), join(dist, 'api', path));
  }
  await rm(out, { recursive: true });
  for (const file of TESTING) await copyFile(sourceOf(join('testing', file)), join(dist, 'testing', file));
  await copyFile(sourceOf('globals.d.ts'), join(dist, 'globals.d.ts'));
  await copyPackages(dist);
  for (const path of await filesIn(dist)) {
    await localise(dist, path);
    if (extname(path) === '.js') await copyAssets(dist, path);
  }
}

async function exportsOf(): Promise<Record<string, unknown>> {
  const entries = [...(await sourcesOf(PACKED))].map(([specifier, source]) => {
    const path = relative(join(SOURCE, 'src'), source).replace(/\.tsx?$/, '');
    const types = `./dist/${path}.d.ts`;
    const isOnlyTypes = specifier === 'shared-ui/api';
    return [
      specifier.replace(/^shared-ui/, '.'),
      { types, ...(isOnlyTypes ? {} : { default: `./dist/${path}.js` }) },
    ] as const;
  });
  return {
    ...Object.fromEntries(entries),
    './globals': { types: './dist/globals.d.ts' },
    './jest': './dist/testing/jest.cjs',
    './surface.json': './surface.json',
    './tsconfig.json': './tsconfig.json',
    './package.json': './package.json',
  };
}

async function packageJson(folder: string): Promise<object> {
  const { version, dependencies = {} } = await readPackageJson(SOURCE);
  const all = await dependenciesOf(folder, ['shared-ui']);
  const isForTests = ({ files }: { files: string[] }) => files.every((file) => file.startsWith('dist/testing/'));
  const tests = all.filter(isForTests);
  const peers = Object.fromEntries(SHARED_PACKAGES.map((name) => [name, dependencies[name]]));
  const own = all.filter((dependency) => !tests.includes(dependency) && !(dependency.name in peers));
  return {
    name: 'shared-ui',
    version,
    private: true,
    type: 'module',
    sideEffects: ['*.css'],
    exports: await exportsOf(),
    dependencies: rangesOf(own),
    peerDependencies: { ...peers, ...rangesOf(tests) },
    peerDependenciesMeta: Object.fromEntries(tests.map(({ name }) => [name, { optional: true }])),
  };
}

/** Returns a remote's TypeScript options: as strict as here, and limited to the shared exports of shared packages. */
async function tsconfig(): Promise<object> {
  const { compilerOptions } = JSON.parse(await readFile(join(REPO, 'tsconfig.base.json'), 'utf8'));
  const facades = (await readdir(sourceOf('share'))).map((file) => file.replace(/\.ts$/, ''));
  return {
    compilerOptions: {
      ...compilerOptions,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node', 'jest', '@testing-library/jest-dom', 'shared-ui/globals'],
      paths: Object.fromEntries(facades.map((name) => [name, [`./dist/share/${name}.d.ts`]])),
    },
  };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Assembles the contents of the `shared-ui` tarball. */
export async function writeSharedUi(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await layDist(folder);
  await copyFile(join(REPO, 'docs', 'shared-ui.md'), join(folder, 'README.md'));
  await copyFile(join(REPO, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
  await copyFile(SURFACE_FILE, join(folder, 'surface.json'));
  await writeTeamDocs(folder, (await readPackageJson(SOURCE)).version);
  await writeFile(join(folder, 'tsconfig.json'), json(await tsconfig()));
  await writeFile(join(folder, 'package.json'), json(await packageJson(folder)));
}
