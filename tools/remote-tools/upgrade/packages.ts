import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readAddress, resolveInputPath } from 'server-kit/command-line';
import { parseJson } from 'server-kit/fields';
import { PlainError } from 'server-kit/plain-error';
import { json } from '../create/project.ts';
import { download, fileDependencies, PLATFORM_FOLDER, platformAmong, type Tarball } from '../platform/tarballs.ts';

/** File next to packed packages that lists them, because an address has no folder to read. */
export const INDEX_FILE = 'platform.json';

type Ranges = Record<string, string>;

/** Where packages are: a folder or an address. */
interface Source {
  list(): Promise<string[]>;
  bring(file: string, to: string): Promise<void>;
}

/** Reads the list of packages at an address. Throws PlainError if it isn't one. */
async function readIndex(url: URL): Promise<string[]> {
  const { files } = parseJson((await download(url)).toString(), url.href) as { files?: unknown };
  if (Array.isArray(files)) return files.map((file) => basename(String(file)));
  throw new PlainError(`${url} lists no files: "npm run pack-platform" in the product's repository writes it.`);
}

function atAddress(address: string): Source {
  const base = new URL(readAddress(address, '--to').replace(/\/?$/, '/'));
  return {
    list: () => readIndex(new URL(INDEX_FILE, base)),
    bring: async (file, to) => writeFile(to, await download(new URL(file, base))),
  };
}

const inFolder = (folder: string): Source => ({
  list: () => readdir(folder).catch(() => []),
  bring: (file, to) => copyFile(join(folder, file), to),
});

/** Brings the newest packages from a folder or an address into the project, in place of its earlier ones. */
export async function bringPlatform(from: string, project: string): Promise<Tarball[]> {
  const source = /^https?:/.test(from) ? atAddress(from) : inFolder(resolveInputPath(from));
  const tarballs = platformAmong(await source.list(), from);
  const folder = join(project, PLATFORM_FOLDER);
  await mkdir(folder, { recursive: true });
  for (const { name, file } of tarballs) {
    const earlier = (await readdir(folder)).filter((one) => one.replace(/-\d.*$/, '') === name && one !== file);
    await source.bring(file, join(folder, file));
    for (const one of earlier) await rm(join(folder, one));
  }
  return tarballs;
}

/** Returns a JSON file of a package that is not installed yet; empty if it has none. */
async function readPacked(tarball: string, path: string): Promise<{ [field: string]: Ranges | undefined }> {
  const { stdout } = await promisify(execFile)('tar', ['-xzOf', tarball, `package/${path}`]).catch(() => ({
    stdout: '{}',
  }));
  return JSON.parse(stdout);
}

/** Returns the version ranges in which the new platform uses other packages. */
async function rangesOf(project: string, tarballs: readonly Tarball[]): Promise<Ranges> {
  const pathOf = (name: string) => {
    const file = tarballs.find((tarball) => tarball.name === name)?.file ?? '';
    return join(project, PLATFORM_FOLDER, file);
  };
  const [platform, ours, tools] = await Promise.all([
    readPacked(pathOf('shared-ui'), 'package.json'),
    readPacked(pathOf('remote-tools'), 'lib/package.json'),
    readPacked(pathOf('remote-tools'), 'lib/tools/package.json'),
  ]);
  return { ...tools.devDependencies, ...ours.devDependencies, ...platform.peerDependencies, ...platform.dependencies };
}

const SECTIONS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

/** Changes the project's package.json to the new packages and the ranges that they use. Returns what changed. */
export async function updateDependencies(project: string, tarballs: readonly Tarball[]): Promise<string[]> {
  const path = join(project, 'package.json');
  const before: { [section in (typeof SECTIONS)[number]]?: Ranges } = JSON.parse(await readFile(path, 'utf8'));
  const files = fileDependencies(tarballs);
  const wanted = { ...(await rangesOf(project, tarballs)), ...files };
  const changed: string[] = [];
  const sections = SECTIONS.filter((section) => before[section]).map((section) => {
    const updated = Object.entries(before[section] ?? {}).map(([name, range]) => {
      const now = wanted[name] ?? range;
      if (now !== range) changed.push(`${name}: ${range} -> ${now}`);
      return [name, now] as const;
    });
    return [section, Object.fromEntries(updated)] as const;
  });
  const now = { ...before, ...Object.fromEntries(sections) };
  const named = SECTIONS.flatMap((section) => Object.keys(now[section] ?? {}));
  const added = Object.entries(files).filter(([name]) => !named.includes(name));
  changed.push(...added.map(([name, range]) => `${name}: new, ${range}`));
  await writeFile(path, json({ ...now, devDependencies: { ...now.devDependencies, ...Object.fromEntries(added) } }));
  return changed;
}
