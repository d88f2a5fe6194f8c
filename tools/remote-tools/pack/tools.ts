import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { REPO } from 'server-kit/paths';
import { emit } from 'shared-ui/surface/emit';
import {
  COMPILED_PATHS,
  compiledModules,
  dependenciesOf,
  keepImported,
  localise,
  rangesOf,
  readPackageJson,
} from './dependencies.ts';

const TOOLS = join(REPO, 'tools', 'remote-tools');
const PRESET = join(REPO, 'shared-ui', 'webpack');

/** The conformance kit's command for projects. */
const CONFORMANCE = join(REPO, 'tools', 'conformance', 'installed.ts');

/** Files that the commands read at run time, at the same paths as in this repository. */
const READ = [
  'biome.json',
  'tools/package.json',
  'tools/remote-tools/create/both',
  'tools/remote-tools/create/feature',
  'tools/remote-tools/create/surveys',
  'tools/remote-tools/create/surveys-project',
  'tools/remote-tools/create/templates',
  'e2e/fixtures/plain-survey',
  'tools/conformance/checks/earlier',
  'shared-ui/src/contract/survey.ts',
];

/** Packages that build and kit name only in strings, or that belong to imported ones. */
const BESIDES = ['@swc/core', 'axe-core', 'webpack-cli'];

/**
 * The only version that the federation plugin works with is the project's too: a loader that the project adds would
 * bring the newest one otherwise, and the plugin would take that.
 */
const BUNDLER = 'webpack';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

interface ToolsJson {
  version: string;
  bin: Record<string, string>;
  [field: string]: unknown;
}

async function writeCommands(folder: string): Promise<void> {
  const bin = join(TOOLS, 'bin');
  const files = [...(await readdir(bin)).map((file) => join(bin, file)), CONFORMANCE];
  const lib = join(folder, 'lib');
  const options = { declaration: false, paths: COMPILED_PATHS };
  await emit({ files: [...files, ...compiledModules()], out: lib, root: REPO, options });
  await localise(lib);
  const entries = files.map((file) => relative(REPO, file).replace(/\.ts$/, '.js'));
  await keepImported(lib, entries);
  for (const path of READ) {
    await mkdir(dirname(join(folder, 'lib', path)), { recursive: true });
    await cp(join(REPO, path), join(folder, 'lib', path), { recursive: true });
  }
  const { devDependencies } = await readPackageJson(REPO);
  await writeFile(join(folder, 'lib', 'package.json'), json({ type: 'module', workspaces: [], devDependencies }));
}

/** Assembles the contents of the `remote-tools` tarball: the compiled commands, and the unchanged build preset. */
export async function writeTools(folder: string): Promise<void> {
  await mkdir(join(folder, 'webpack'), { recursive: true });
  await writeCommands(folder);
  // Files only: prerendering needs parts of shared-ui that are not packed.
  for (const entry of await readdir(PRESET, { withFileTypes: true }))
    if (entry.isFile()) await copyFile(join(PRESET, entry.name), join(folder, 'webpack', entry.name));
  await copyFile(join(REPO, 'docs', 'publish-a-remote.md'), join(folder, 'README.md'));
  const known: ToolsJson = JSON.parse(await readFile(join(TOOLS, 'package.json'), 'utf8'));
  const { version, dependencies: { react = '' } = {} } = await readPackageJson(join(REPO, 'shared-ui'));
  const { devDependencies, optionalDependencies = {} } = await readPackageJson(REPO);
  const ranges = { ...(await readPackageJson(join(REPO, 'tools'))).devDependencies, ...devDependencies };
  const found = rangesOf(await dependenciesOf(folder, ['shared-ui', 'remote-tools', 'react']));
  for (const name of BESIDES) found[name] = ranges[name] ?? '';
  const { [BUNDLER]: bundler = '', ...dependencies } = found;
  const complete = {
    ...known,
    // Part of the same platform, so that a new one never has the number of the one before.
    version,
    dependencies,
    // npm runs the commands on this Node: publishing locks with SQLite, which Node 20 lacks.
    optionalDependencies,
    // Development builds use the project's own: a second React would not work.
    peerDependencies: { 'shared-ui': `^${version}`, react, [BUNDLER]: bundler },
  };
  await writeFile(join(folder, 'package.json'), json(complete));
}
