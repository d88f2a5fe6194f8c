import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type FolderFiles, readFolder } from 'server-kit/disk';
import { REPO } from 'server-kit/paths';

const WORKSPACES = ['.', 'shared-ui', 'shell', 'server-kit', 'gateway', 'tools', 'e2e', 'mock-api'];

/** Workspaces whose modules become part of a packed command, with the folder of their modules. */
const COMPILED_IN = {
  'server-kit': 'server-kit',
  gateway: 'gateway',
  tools: 'tools',
  e2e: 'e2e',
  'mock-api': 'mock-api/src',
  shell: 'shell/src',
};

const NOT_COMPILED = /(^|\/)node_modules\/|\.(test|spec|d)\.ts$|\/create\/|\/fixtures\//;

/** Compiler option: these workspaces are compiled too. By default, other packages are only read. */
export const COMPILED_PATHS = Object.fromEntries(
  Object.entries(COMPILED_IN).map(([name, folder]) => [`${name}/*`, [join(REPO, folder, '*.ts')]]),
);
const CODE = /\.(js|cjs|mjs|d\.ts)$/;

/** Folder of copied packages. These have no dependencies; only examples in their comments import some. */
export const COPIES = 'copied';

/** Templates of projects, which install what they import themselves. */
const TEMPLATES = '/create/templates/';

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
    if (!CODE.test(path) || path.includes(`/${COPIES}/`) || path.includes(TEMPLATES)) continue;
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

const SPECIFIER =
  /(\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*|\bimport\.meta\.resolve\(\s*)(['"])([^'"\n]+)\2/g;

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

/**
 * Returns the modules of all compiled-in workspaces. They are listed by name for the compiler, because it doesn't always
 * write files that it first met in another package.
 */
export const compiledModules = (): string[] =>
  Object.values(COMPILED_IN)
    .flatMap((folder) => globSync(join(folder, '**/*.ts'), { cwd: REPO }))
    .filter((path) => !NOT_COMPILED.test(path))
    .map((path) => join(REPO, path));

/**
 * Rewrites the imports of compiled-in workspaces to relative paths.
 * @param lib folder of compiled code, which corresponds to the repository
 * @param more further modules that are compiled in: specifier -> source file
 */
export async function localise(lib: string, more: ReadonlyMap<string, string> = new Map()): Promise<void> {
  const { resolve } = createRequire(join(REPO, 'tools', 'package.json'));
  const isCompiledIn = (specifier: string) => Object.hasOwn(COMPILED_IN, packageOf(specifier) ?? '');
  for (const [path, content] of await readFolder(lib)) {
    if (!CODE.test(path)) continue;
    const code = content.toString();
    const local = rewriteSpecifiers(code, (specifier) => {
      const source = more.get(specifier) ?? (isCompiledIn(specifier) ? resolve(specifier) : undefined);
      if (source === undefined) return specifier;
      const target = relative(dirname(join(REPO, path)), source).replace(/\.ts$/, '.js');
      return target.startsWith('.') ? target : `./${target}`;
    });
    if (local !== code) await writeFile(join(lib, path), local);
  }
}

/** Returns the package that a specifier names, or undefined for a relative path or a Node built-in. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:)/.test(specifier)) return undefined;
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/**
 * Removes every file from a folder of compiled code that no entry imports at run time: the compiler also writes
 * those that only types come from. Kept scripts keep their declarations.
 * @param entries paths of scripts in the folder
 */
export async function keepImported(folder: string, entries: readonly string[]): Promise<void> {
  const files = await readFolder(folder);
  const kept = new Set(entries);
  for (const path of kept) {
    for (const specifier of specifiersIn(files.get(path)?.toString() ?? '')) {
      if (specifier.startsWith('.')) kept.add(join(dirname(path), specifier));
    }
  }
  for (const path of files.keys()) {
    if (!kept.has(path.replace(/\.d\.ts$/, '.js'))) await rm(join(folder, path));
  }
}
