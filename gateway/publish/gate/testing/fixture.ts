import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readFolder, writePlainFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';
import type { Offer } from '../../../registry/manifest.ts';
import { seeded, TEST_KEY, writeFiles, writeRemoteBuild, writeShellBuild } from '../../../testing/fixtures.ts';
import { buildPackage } from '../../package-build.ts';
import { publishBuilt, publishShell } from '../../publisher.ts';
import { factsOfPlatform } from '../host-facts.ts';

/** The remote that the tests publish: the output of create-remote with a library on demand and a picture. */
const REMOTE = { name: 'pharmacy', version: '1.1.0' };

const TEMPLATE = join(REPO, 'tools', 'remote-tools', 'create', 'feature');

const MORE = `
export const openLibrary = () => import(/* webpackChunkName: "leaflet-reader" */ './library.ts');
export { default as picture } from './picture.png';
`;

export const EXPOSED = /^exposed\..*\.js$/;
export const ENTRY = /^remoteEntry\..*\.js$/;
export const ON_DEMAND = /^leaflet-reader\..*\.js$/;

/** Returns an incompressible text of this many bytes. */
export function incompressible(bytes: number): string {
  const random = seeded(7);
  let text = '';
  while (text.length < bytes) text += Math.floor(random() * 2 ** 31).toString(36);
  return text.slice(0, bytes);
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
    'src/more.ts': MORE,
    'src/library.ts': `export const leaflets: string = '${incompressible(400_000)}';\n`,
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
  const { version } = load('react/package.json');
  const modules = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
  const react = modules.map((name) => [name, { version, exports: Object.keys(load(name)) }]);
  const known = Object.entries(factsOfPlatform().shells[0]?.shared ?? {});
  const own = known.filter(([name]) => /^(shared-ui|styled-|react-router)/.test(name));
  return Object.fromEntries([...own, ...react]);
}

/** An export that only the active shell has. */
export const LATER = 'ensureRecords';

/** Creates a deploy root with two shells, an older version of the remote, and other remotes. */
export async function createDeployRoot(folder: string): Promise<string> {
  const root = join(folder, 'deploy');
  const now = offers();
  const own = now['shared-ui'] ?? { version: '' };
  const before = { ...now, 'shared-ui': { ...own, exports: own.exports?.filter((name) => name !== LATER) } };
  for (const [version, shared] of [['1.0.0', before] as const, ['2.0.0', now] as const]) {
    await writeShellBuild(join(folder, version), version, { declaration: { shared } });
    await publishShell(root, join(folder, version));
  }
  const routes = [{ path: `/${REMOTE.name}/*`, guard: 'patient' }];
  for (const remote of [{ name: REMOTE.name, declaration: { routes } }, { name: 'timeline' }, { name: 'surveys' }]) {
    await writeRemoteBuild(join(folder, remote.name), remote);
    await publishBuilt(root, join(folder, remote.name), {}, { key: TEST_KEY });
  }
  return root;
}

/** The part of the federation manifest that tests change. */
interface Federation {
  metaData: { remoteEntry: { name: string }; types: Record<string, string>; globalName: string };
  exposes: { path: string }[];
}

/** What to change in a build: fields of remote.json, or anything. */
export type Change = Record<string, unknown> | ((draft: Draft) => void);

/** A build that a test may change before it runs the gate. Throws if what should be changed is not found. */
export class Draft {
  readonly files: Map<string, Buffer>;
  readonly declared: Record<string, unknown>;

  private constructor(files: Map<string, Buffer>) {
    this.files = files;
    this.declared = JSON.parse(this.text('remote.json'));
  }

  static async of(folder: string): Promise<Draft> {
    return new Draft(new Map(await readFolder(folder)));
  }

  apply(change: Change): void {
    if (typeof change === 'function') change(this);
    else Object.assign(this.declared, change);
  }

  text(path: string): string {
    return this.files.get(path)?.toString() ?? '';
  }

  write(path: string, text: string | Buffer): void {
    this.files.set(path, Buffer.from(text));
  }

  /** Returns the file whose name matches. */
  find(pattern: RegExp): string {
    const path = [...this.files.keys()].find((one) => pattern.test(one));
    if (path === undefined) throw new Error(`No file of the build matches ${pattern}`);
    return path;
  }

  remove(pattern: RegExp): void {
    this.files.delete(this.find(pattern));
  }

  append(pattern: RegExp, code: string): void {
    const path = this.find(pattern);
    this.write(path, this.text(path) + code);
  }

  replace(pattern: RegExp, from: string | RegExp, to: string): void {
    const path = this.find(pattern);
    const after = this.text(path).replace(from, to);
    if (after === this.text(path)) throw new Error(`${path} does not hold ${from}`);
    this.write(path, after);
  }

  federation(change: (manifest: Federation) => void): void {
    const manifest = JSON.parse(this.text('mf-manifest.json')) as Federation;
    change(manifest);
    this.write('mf-manifest.json', JSON.stringify(manifest));
  }

  async save(folder: string): Promise<void> {
    await writePlainFolder(folder, new Map(this.files).set('remote.json', Buffer.from(JSON.stringify(this.declared))));
  }
}
