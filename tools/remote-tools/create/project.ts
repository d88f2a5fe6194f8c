import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { REPO } from '../../../gateway/common/paths.ts';
import { PlainError } from '../../../gateway/common/plain-error.ts';

/** A project's files: path -> text. */
export type ProjectFiles = Map<string, string>;

/** Formats a value as a JSON file. */
export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

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

/** Returns the version ranges in which this platform uses some packages, so that a new project works with the same. */
export async function rangesHere(names: readonly string[]): Promise<Record<string, string>> {
  const { devDependencies } = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8'));
  const platform = createRequire(import.meta.url)('shared-ui/package.json');
  const known: Record<string, string> = {
    ...devDependencies,
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
