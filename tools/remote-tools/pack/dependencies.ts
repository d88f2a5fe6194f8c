import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FolderFiles, readFolder } from '../../../gateway/common/disk.ts';
import { REPO } from '../../../gateway/common/paths.ts';

const WORKSPACES = ['.', 'shared-ui', 'shell', 'gateway', 'tools', 'e2e', 'mock-api'];
const CODE = /\.(js|cjs|mjs|d\.ts)$/;

/** Folder of copied packages. These have no dependencies; only examples in their comments import some. */
export const COPIES = 'copied';

interface PackageJson {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export async function readPackageJson(folder: string): Promise<PackageJson> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** Returns the version range of each package that this repository depends on. */
async function knownRanges(): Promise<Map<string, string>> {
  const all = await Promise.all(WORKSPACES.map((workspace) => readPackageJson(join(REPO, workspace))));
  return new Map(all.flatMap((json) => Object.entries({ ...json.devDependencies, ...json.dependencies })));
}

const installed = (name: string): string =>
  createRequire(join(REPO, 'shared-ui', 'package.json'))(`${name}/package.json`).version;

/** Returns the names of the packages that files import, with the files that import them. */
function importedBy(files: FolderFiles): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, content] of files) {
    if (!CODE.test(path) || path.includes(`/${COPIES}/`)) continue;
    for (const specifier of specifiersIn(content.toString())) {
      const name = packageOf(specifier);
      if (name !== undefined) found.set(name, [...(found.get(name) ?? []), path]);
    }
  }
  return found;
}

interface Dependency {
  name: string;
  range: string;
  /** The files that import it. */
  files: string[];
}

/** Returns the external packages that the packed files import, each with this repository's version range. */
export async function dependenciesOf(folder: string, own: readonly string[]): Promise<Dependency[]> {
  const ranges = await knownRanges();
  return [...importedBy(await readFolder(folder))]
    .filter(([name]) => !own.includes(name))
    .map(([name, files]) => ({ name, range: ranges.get(name) ?? `^${installed(name)}`, files }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns dependencies in the format of a package.json: name -> range. */
export const rangesOf = (dependencies: Dependency[]) =>
  Object.fromEntries(dependencies.map(({ name, range }) => [name, range]));

const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*)(['"])([^'"\n]+)\2/g;

/** Returns the import specifiers in a script or a declaration file, as written. */
export function specifiersIn(code: string): string[] {
  return [...code.matchAll(SPECIFIER)].map((match) => match[3] ?? '');
}

/** Returns the code with its import specifiers rewritten. */
export function rewriteSpecifiers(code: string, rewrite: (specifier: string) => string): string {
  return code.replace(SPECIFIER, (_all, before: string, quote: string, specifier: string) => {
    return `${before}${quote}${rewrite(specifier)}${quote}`;
  });
}

/** Returns the package that a specifier names, or undefined for a relative path or a Node built-in. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:)/.test(specifier)) return undefined;
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/**
 * Removes every file from a folder of compiled code that the entry doesn't import at run time: the compiler also writes
 * those that only types come from. Kept scripts keep their declarations.
 * @param entry path of a script in the folder
 */
export async function keepImported(folder: string, entry: string): Promise<void> {
  const files = await readFolder(folder);
  const kept = new Set([entry]);
  for (const path of kept) {
    for (const specifier of specifiersIn(files.get(path)?.toString() ?? '')) {
      if (specifier.startsWith('.')) kept.add(join(dirname(path), specifier));
    }
  }
  for (const path of files.keys()) {
    if (!kept.has(path.replace(/\.d\.ts$/, '.js'))) await rm(join(folder, path));
  }
}
