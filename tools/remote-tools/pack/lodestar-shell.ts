import { generateKeyPairSync } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { REMOTE_NAMES } from 'gateway/publish/package-build';
import { publicHalf } from 'gateway/trust/signature';
import { dataRoot, deployRoot, REPO } from 'server-kit/paths';
import { emit, sourcesOf } from 'shared-ui/surface/emit';
import { buildChangedGallery } from '../../commands/building/gallery.ts';
import { layDeployRoot } from '../../commands/building/lay-deploy-root.ts';
import { buildChanged } from '../../commands/building/local-build.ts';
import { PACKED_PRODUCT } from '../../commands/building/packed-product.ts';
import {
  COMPILED_PATHS,
  compiledModules,
  dependenciesOf,
  keepImported,
  localise,
  rangesOf,
  readPackageJson,
} from './dependencies.ts';

const SOURCE = join(REPO, 'tools', 'lodestar-shell');
const ENTRY = join(SOURCE, 'bin', 'lodestar-shell.ts');

/** Returns the modules of shared-ui that servers import. They are packed too: the package needs no other of ours. */
async function sharedModules(): Promise<Map<string, string>> {
  const { exports } = JSON.parse(await readFile(join(REPO, 'shared-ui', 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => entry.startsWith('./contract'));
  const contract = await sourcesOf(entries.map((entry) => entry.replace('.', 'shared-ui')));
  return contract.set('shared-ui/gallery/server', join(REPO, 'shared-ui', 'gallery', 'server.ts'));
}

/** Files that the command reads at run time, at the same paths as in this repository. */
const READ = [
  'mock-api/src/demo/media',
  'mock-api/src/locales',
  'mock-api/src/pdf/fonts',
  'mock-api/src/security/passwords/breached.txt',
  'shared-ui/gallery/dist',
  'shell/brand',
  'shell/brand.json',
  'tools/fhir-server/demo',
];

/**
 * Ranges of packages whose newest versions refuse Node 20, with one that doesn't, so that npm installs without a warning
 * there. The servers run on a newer Node nevertheless. Fastify calls light-my-request in tests only.
 */
const NODE_20 = { '@medplum/core': '^4.5.2 || ^5.2.13', kysely: '^0.28.17 || ^0.29.9', 'light-my-request': '6.6.0' };

/** Packages that servers load only when an operator sends their traces somewhere. They refuse Node 20. */
const isForTraces = ({ name }: { name: string }) => name.startsWith('@opentelemetry/');

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Compiles the command with everything that it imports. */
async function writeCommand(lib: string): Promise<void> {
  const shared = await sharedModules();
  const options = { declaration: false, paths: COMPILED_PATHS };
  await emit({ files: [ENTRY, ...compiledModules(), ...shared.values()], out: lib, root: REPO, options });
  await localise(lib, shared);
  await keepImported(lib, [relative(REPO, ENTRY).replace(/\.ts$/, '.js')]);
  await writeFile(join(lib, 'package.json'), json({ type: 'module', workspaces: [] }));
}

async function copyAssets(lib: string): Promise<void> {
  await buildChangedGallery();
  for (const path of READ) await cp(join(REPO, path), join(lib, path), { recursive: true });
}

/**
 * Lays a deploy root with the shell and the remotes as `npm start` builds them. The remotes are signed with a key that
 * is not kept, so no other version can claim to be the package's.
 */
async function writeProduct(lib: string): Promise<void> {
  await buildChanged({ env: process.env, print: (line) => console.log(line) });
  const { privateKey } = generateKeyPairSync('ed25519');
  await layDeployRoot(join(lib, relative(REPO, PACKED_PRODUCT.deployRoot)), {
    data: dataRoot(process.env),
    deploy: deployRoot(process.env),
    keyFor: () => ({ team: PACKED_PRODUCT.team, privateKey }),
  });
  const team = { publicKey: publicHalf(privateKey), remotes: REMOTE_NAMES };
  await writeFile(join(lib, relative(REPO, PACKED_PRODUCT.teamsFile)), json({ [PACKED_PRODUCT.team]: team }));
}

/** Assembles the contents of the `lodestar-shell` tarball: the compiled servers, and the built shell and remotes. */
export async function writeLodestarShell(folder: string): Promise<void> {
  const lib = join(folder, 'lib');
  await mkdir(lib, { recursive: true });
  await writeCommand(lib);
  const imported = (await dependenciesOf(folder, [])).filter((dependency) => !isForTraces(dependency));
  const dependencies = { ...rangesOf(imported), ...NODE_20 };
  await copyAssets(lib);
  await writeProduct(lib);
  await copyFile(join(SOURCE, 'README.md'), join(folder, 'README.md'));
  const known = JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8'));
  const { version } = await readPackageJson(join(REPO, 'shared-ui'));
  const { optionalDependencies = {} } = await readPackageJson(REPO);
  // npm runs the command on this Node: the servers use SQLite, which Node 20 lacks.
  await writeFile(join(folder, 'package.json'), json({ ...known, version, dependencies, optionalDependencies }));
}
