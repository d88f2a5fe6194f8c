import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';

const run = promisify(execFile);

export interface Project {
  folder: string;
  /** Runs a command provided by one of its packages, e.g. `tsc --noEmit`. Returns its output. Throws when it fails. */
  command(name: string, ...args: string[]): Promise<string>;
}

interface PackageJson {
  bin?: string | Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const readJson = async (folder: string): Promise<PackageJson> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

const npm = (...args: string[]) => run('npm', ['run', '--silent', ...args], { cwd: REPO });

const packageOf = (tarball: string) => tarball.replace(/-\d.*$/, '');

/** Unpacks the packed packages where npm would: they are all the project uses of this repository. */
async function unpack(platform: string, modules: string, wanted: readonly string[] | undefined): Promise<string[]> {
  const all = (await readdir(platform)).filter((file) => file.endsWith('.tgz'));
  const tarballs = all.filter((file) => wanted?.includes(packageOf(file)) ?? true);
  return Promise.all(
    tarballs.map(async (file) => {
      const folder = join(modules, packageOf(file));
      await mkdir(folder, { recursive: true });
      await run('tar', ['-xzf', join(platform, file), '-C', folder, '--strip-components=1']);
      return folder;
    }),
  );
}

/** Links a package of the npm registry, because installing it would take a minute. */
async function linkPackage(modules: string, name: string): Promise<void> {
  // Where a workspace has its own version, the one at the root belongs to another package.
  const places = ['gateway', 'server-kit', 'mock-api', '.'].map((folder) => join(REPO, folder, 'node_modules', name));
  for (const place of places) {
    if (!(await exists(place))) continue;
    await mkdir(dirname(join(modules, name)), { recursive: true });
    return symlink(place, join(modules, name), 'dir');
  }
  throw new Error(`${name} is not installed here`);
}

/** Returns the file behind a command of one of the packages that the project or the tools depend on. */
async function commandFile(modules: string, names: string[], command: string): Promise<string> {
  for (const name of names) {
    const { bin } = await readJson(join(modules, name));
    const file = typeof bin === 'string' ? (name === command ? bin : undefined) : bin?.[command];
    if (file !== undefined) return join(modules, name, file);
  }
  throw new Error(`No package of the project brings ${command}`);
}

/**
 * Installs packed packages in a project, with links to this repository's copies of the packages that they and the
 * project name. Returns the names of all.
 * @param wanted names of the packed packages; by default all
 */
export async function installPacked(platform: string, folder: string, wanted?: readonly string[]): Promise<string[]> {
  const modules = join(folder, 'node_modules');
  const packed = await unpack(platform, modules, wanted);
  const all = await Promise.all([folder, ...packed].map(readJson));
  const named = all.flatMap((json) => [json.dependencies, json.devDependencies, json.peerDependencies]);
  const ours = packed.map((path) => path.slice(modules.length + 1));
  const others = [...new Set(named.flatMap((ranges = {}) => Object.keys(ranges)))].filter(
    (name) => !ours.includes(name),
  );
  for (const name of others) await linkPackage(modules, name);
  return [...ours, ...others];
}

/**
 * Creates a remote's project as a team with a separate repository would: packs the platform, creates the project and
 * installs its packages. Of the registry's packages, only those named by the project and the packed packages are
 * available.
 */
export async function makeProject(home: string, kind: 'feature' | 'surveys', name: string): Promise<Project> {
  const [platform, folder] = [join(home, 'platform'), join(home, name)];
  const modules = join(folder, 'node_modules');
  await npm('pack-platform', '--', '--to', platform, '--only', 'shared-ui,remote-tools');
  await npm('create-remote', '--', kind, name, '--to', folder);
  const names = await installPacked(platform, folder);
  return {
    folder,
    async command(command, ...args) {
      const file = await commandFile(modules, names, command);
      // Same environment as npm's, without a terminal.
      const env = { ...process.env, INIT_CWD: folder, FORCE_COLOR: '0' };
      const { stdout, stderr } = await run(process.execPath, [file, ...args], { cwd: folder, env });
      return stdout + stderr;
    },
  };
}
