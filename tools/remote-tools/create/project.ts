import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError } from 'server-kit/plain-error';
import { fileDependencies, PLATFORM_FOLDER, type Tarball } from '../platform/tarballs.ts';

/** A project's files: path -> text. */
export type ProjectFiles = Map<string, string>;

/** Formats a value as a JSON file, with short lists in one line as the formatter of made projects has them. */
export const json = (value: unknown) =>
  `${JSON.stringify(value, null, 2).replaceAll(/\[\n\s+([^[\]{}]+?)\n\s+\]/g, (_all, entries: string) => `[${entries.replaceAll(/\n\s+/g, ' ')}]`)}\n`;

/** Writes a project into an empty or new folder. Throws PlainError if the folder is not empty. */
export async function writeProject(folder: string, files: ProjectFiles): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new PlainError(`${folder} is not empty.`);
  for (const [path, text] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Returns the files of a template, with its example names replaced. */
export async function readTemplate(folder: string, names: Record<string, string>): Promise<ProjectFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const replaced = (text: string) =>
    Object.entries(names).reduce((before, [example, own]) => before.replaceAll(example, own), text);
  const files: ProjectFiles = new Map();
  for (const path of paths.sort()) {
    const name = relative(folder, path).split(sep).join('/');
    files.set(replaced(name), replaced(await readFile(path, 'utf8')));
  }
  return files;
}

/** Returns the version ranges in which this platform uses some packages, so that a new project works with the same. */
export async function rangesHere(names: readonly string[]): Promise<Record<string, string>> {
  const [ours, tools] = await Promise.all(
    ['package.json', 'tools/package.json'].map(async (file) => JSON.parse(await readFile(join(REPO, file), 'utf8'))),
  );
  const platform = createRequire(import.meta.url)('shared-ui/package.json');
  const known: Record<string, string> = {
    ...tools.devDependencies,
    ...ours.devDependencies,
    ...platform.peerDependencies,
    ...platform.dependencies,
  };
  return Object.fromEntries(
    names.map((name) => {
      const range = known[name];
      if (range === undefined) throw new Error(`No package.json here lists a version of ${name}`);
      return [name, range];
    }),
  );
}

interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Copies the platform's packages into a project, and names them in its package.json. */
export async function addPlatform(folder: string, from: string, tarballs: readonly Tarball[]): Promise<void> {
  await mkdir(join(folder, PLATFORM_FOLDER), { recursive: true });
  for (const { file } of tarballs) await copyFile(join(from, file), join(folder, PLATFORM_FOLDER, file));
  const path = join(folder, 'package.json');
  const before: PackageJson = JSON.parse(await readFile(path, 'utf8'));
  const devDependencies = { ...before.devDependencies, ...fileDependencies(tarballs) };
  await writeFile(path, json({ ...before, devDependencies }));
}
