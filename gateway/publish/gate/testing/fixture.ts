import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readFolder, writePlainFolder } from '../../../common/disk.ts';
import { REPO } from '../../../common/paths.ts';
import type { Offer } from '../../../registry/manifest.ts';
import { TEST_KEY, writeFiles, writeRemoteBuild, writeShellBuild } from '../../../testing/fixtures.ts';
import { buildPackage } from '../../package-build.ts';
import { publishBuilt, publishShell } from '../../publisher.ts';
import { factsOfPlatform } from '../host-facts.ts';

/** The remote that the tests publish: the output of create-remote with a library on demand and a picture. */
const REMOTE = { name: 'pharmacy', version: '1.1.0' };

const TEMPLATE = join(REPO, 'tools', 'remote-tools', 'create', 'feature');

const ON_DEMAND = `
export const openLibrary = () => import(/* webpackChunkName: "leaflet-reader" */ './library.ts');
export { default as picture } from './picture.png';
`;

/** Returns a library of about 400 kB of incompressible numbers. */
function library(): string {
  let state = 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state.toString(36);
  };
  return `export const leaflets: string = ${JSON.stringify(Array.from({ length: 60_000 }, next).join(''))};\n`;
}

/** Writes the template as a package inside this repository, where its build finds the platform. */
async function writePackage(folder: string): Promise<void> {
  await cp(TEMPLATE, folder, { recursive: true });
  const text = async (path: string) =>
    (await readFile(join(folder, path), 'utf8')).replaceAll('sample-remote', REMOTE.name);
  const config = (await text('webpack.config.cjs')).replace('remote-tools/webpack', 'shared-ui/webpack');
  const feature = await text('src/App.tsx');
  await writeFiles(folder, {
    'package.json': JSON.stringify({ ...REMOTE, type: 'module' }),
    'tsconfig.json': JSON.stringify({
      extends: join(REPO, 'surveys-mfe', 'tsconfig.json'),
      include: ['src', join(REPO, 'shared-ui/src/globals.d.ts')],
    }),
    'webpack.config.cjs': config,
    'src/App.tsx': `import { openLibrary, picture } from './more.ts';\n${feature.replace('routes: [{', 'more: { openLibrary, picture },\n  routes: [{').replace('satisfies FeatureRemote', 'satisfies FeatureRemote & { more: object }')}`,
    'src/more.ts': ON_DEMAND,
    'src/library.ts': library(),
    'src/picture.png': Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  });
}

/** Builds the remote, including its types, into a folder. */
export async function buildRemote(out: string): Promise<void> {
  const workshop = join(REPO, '.lodestar', 'gate-test');
  await mkdir(workshop, { recursive: true });
  const folder = await mkdtemp(join(workshop, 'remote-'));
  try {
    await writePackage(folder);
    await buildPackage({ ...REMOTE, out, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what a shell of this platform offers, as its build would record it. */
function offers(): Record<string, Offer> {
  const load = createRequire(join(REPO, 'shared-ui', 'package.json'));
  const { shared } = factsOfPlatform().shells[0] ?? { shared: {} };
  const names = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
  const own = Object.entries(shared).filter(
    ([key]) => key.startsWith('shared-ui') || key.startsWith('styled-') || key.startsWith('react-router'),
  );
  const others = names.map((name) => [
    name,
    { version: load('react/package.json').version, exports: Object.keys(load(name)) },
  ]);
  return Object.fromEntries([...own, ...others]);
}

async function publishOffering(root: string, folder: string, version: string, shared: Record<string, Offer>) {
  await writeShellBuild(folder, version);
  const file = join(folder, 'shell-manifest.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), shared }));
  await publishShell(root, folder);
}

/** An export that only the active shell has. */
export const LATER = 'ensureRecords';

/** Returns what a shell offered before that export existed. */
function before(shared: Record<string, Offer>): Record<string, Offer> {
  const { exports = [], ...rest } = shared['shared-ui'] ?? { version: '' };
  return { ...shared, 'shared-ui': { ...rest, exports: exports.filter((name) => name !== LATER) } };
}

/** Creates a deploy root with two shells, an older version of the remote, and other remotes. */
export async function createDeployRoot(folder: string): Promise<string> {
  const root = join(folder, 'deploy');
  const shared = offers();
  await publishOffering(root, join(folder, 'shell-1'), '1.0.0', before(shared));
  await publishOffering(root, join(folder, 'shell-2'), '2.0.0', shared);
  const routes = [{ path: `/${REMOTE.name}/*`, guard: 'patient' }];
  const publish = async (name: string, version: string, declaration = {}) => {
    const dir = join(folder, `${name}-${version}`);
    await writeRemoteBuild(dir, { name, version, declaration });
    await publishBuilt(root, dir, {}, { key: TEST_KEY });
  };
  await publish(REMOTE.name, '1.0.0', { routes });
  await publish('timeline', '1.0.0');
  await publish('surveys', '1.0.0');
  return root;
}

/** The part of the federation manifest that tests change. */
interface Federation {
  metaData: { remoteEntry: { name: string }; types: Record<string, string>; globalName: string };
  exposes: { path: string }[];
}

/** A build that a test may change before it runs the gate. */
export class Draft {
  readonly files: Map<string, Buffer>;
  declared: Record<string, unknown>;

  private constructor(files: Map<string, Buffer>) {
    this.files = files;
    this.declared = JSON.parse(this.text('remote.json'));
  }

  static async of(folder: string): Promise<Draft> {
    return new Draft(new Map(await readFolder(folder)));
  }

  text(path: string): string {
    return this.files.get(path)?.toString() ?? '';
  }

  write(path: string, text: string | Buffer): void {
    this.files.set(path, Buffer.from(text));
  }

  /** Returns the file whose name matches. */
  find(pattern: RegExp): string {
    const [path] = [...this.files.keys()].filter((one) => pattern.test(one));
    if (path === undefined) throw new Error(`No file of the build matches ${pattern}`);
    return path;
  }

  /** Replaces code in a file. Throws when the text is not found, which is a mistake in the test. */
  replace(path: string, from: string | RegExp, to: string): void {
    const before = this.text(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} does not hold ${from}`);
    this.write(path, after);
  }

  /** Changes the federation manifest. */
  federation(change: (manifest: Federation) => void): void {
    const manifest = JSON.parse(this.text('mf-manifest.json')) as Federation;
    change(manifest);
    this.write('mf-manifest.json', JSON.stringify(manifest));
  }

  async save(folder: string): Promise<void> {
    await writePlainFolder(folder, new Map(this.files).set('remote.json', Buffer.from(JSON.stringify(this.declared))));
  }
}
