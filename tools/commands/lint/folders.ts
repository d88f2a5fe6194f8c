import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { REPO } from 'server-kit/paths';
import { PlainError, runCommand } from 'server-kit/plain-error';

/** Path from the repository's root -> source text. */
type Sources = ReadonlyMap<string, string>;

/** Most files that a folder may hold at one level, tests included. */
export const MAX_FILES = 15;

const IS_TEST = /\.(test|spec)\.tsx?$|(^|\/)(testing|test-[\w-]+|fixtures?)(\/|\.tsx?$)/;
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const IS_TESTING = /(^|\/)testing(\/|$)/;
const IMPORT = /(?:from|import)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+)'/g;

/** A module that is imported or required, from this repository or a package. */
const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(?:\/\*.*?\*\/\s*)?['"]([^'"\n]+)['"]/g;

const add = (graph: Map<string, Set<string>>, from: string, to: string) =>
  graph.set(from, (graph.get(from) ?? new Set()).add(to));

/** Returns which folders directly below `root` import from which; files in `root` itself don't count. */
export function folderGraph(sources: Sources, root: string): Map<string, Set<string>> {
  const folderOf = (file: string) =>
    file
      .slice(root.length + 1)
      .split('/')
      .slice(0, -1)[0];
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    if (!file.startsWith(`${root}/`) || IS_TEST.test(file)) continue;
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(file), specifier);
      if (!target.startsWith(`${root}/`) || IS_TEST.test(target)) continue;
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from !== undefined && to !== undefined && from !== to) add(graph, from, to);
    }
  }
  return graph;
}

/** Returns every import from one folder to another that leads back, as `a -> b`. */
export function circlesIn(graph: Map<string, Set<string>>): string[] {
  const reach = (start: string) => {
    const seen = new Set<string>();
    const open = [start];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const folder of graph.get(next) ?? []) {
        if (seen.has(folder)) continue;
        seen.add(folder);
        open.push(folder);
      }
    return seen;
  };
  return [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => reach(to).has(from)).map((to) => `${from} -> ${to}`),
  );
}

/** Returns the folders with more than MAX_FILES files, with their counts. */
export function largeFolders(sources: Sources): string[] {
  const counts = new Map<string, number>();
  for (const file of sources.keys()) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder, count]) => `${folder} (${count} files)`);
}

/** Returns the imports of testing folders by production modules, as `file imports module`. */
export function testingImports(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => !TEST_FILE.test(file) && !IS_TESTING.test(posix.dirname(file)))
    .flatMap(([file, text]) =>
      [...text.matchAll(SPECIFIER)]
        .map(([, specifier = '']) => specifier)
        .filter((specifier) => IS_TESTING.test(specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
}

const STATEMENT = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
/** The API's modules that may hold SQL: repositories, the recorder's too, and what works on whole tables. */
const IS_REPOSITORY = /^mock-api\/src\/((repositories|db|backup)\/|recorder\/(store|erasure)\.ts)/;

/** Returns the API's modules with SQL that are not repositories. */
export function statementsOutside(sources: Sources): string[] {
  return [...sources]
    .filter(([file, text]) => file.startsWith('mock-api/src/') && !IS_TEST.test(file) && STATEMENT.test(text))
    .map(([file]) => file)
    .filter((file) => !IS_REPOSITORY.test(file));
}

/** Returns the imports that reach into another workspace by a relative path, as `file imports path`. */
export function relativeAcross(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(SPECIFIER)]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => specifier.startsWith('.'))
      .filter((specifier) => posix.join(posix.dirname(file), specifier).split('/')[0] !== file.split('/')[0])
      .map((specifier) => `${file} imports ${specifier}`),
  );
}

const PHYSICAL = new RegExp(
  [
    String.raw`^\s*(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right)(?:-\w+)?:`,
    String.raw`^\s*(?:float|clear|text-align): (?:left|right)\b`,
    String.raw`^\s*border-(?:top|bottom)-(?:left|right)-radius:`,
    String.raw`\b(?:margin|padding|border)(?:Left|Right)\b`,
    String.raw`style=\{\{[^}]*\b(?:left|right):`,
  ].join('|'),
);
const IN_STYLES = /styled[.(]|css`|createGlobalStyle|style=/;

/**
 * Returns the styles of screens that name a left or right side, as `file:line`. Those of languages that run from right
 * to left need the logical property (`inset-inline-start`, `margin-inline-end`).
 */
export function physicalStyles(sources: Sources): string[] {
  const screens = [...sources].filter(
    ([file, text]) => file.endsWith('.tsx') && !IS_TEST.test(file) && IN_STYLES.test(text),
  );
  return screens.flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) => (PHYSICAL.test(line) && !/: number;$/.test(line) ? [`${file}:${index + 1}`] : [])),
  );
}

const NOT_SOURCE = new Set(['node_modules', 'dist', 'test-results', '.lodestar', '.git']);
/** End-to-end tests and the API's tests: the rules of folders and layers don't hold there. */
const ONLY_TESTS = /^(e2e|mock-api\/test)\//;

function readSources(repo: string): Sources {
  const files = globSync('*/**/*.{ts,tsx,mjs,mts,cjs}', {
    cwd: repo,
    exclude: (name) => NOT_SOURCE.has(posix.basename(name)),
  });
  return new Map(files.map((file) => [file, readFileSync(posix.join(repo, file), 'utf8')]));
}

/** Returns the roots whose folders must not import each other in circles. */
const rootsOf = (sources: Sources): string[] => [
  ...new Set([...sources.keys()].map((file) => /^[^/]+\/src(?=\/)|^(gateway|tools)(?=\/)/.exec(file)?.[0] ?? '')),
];

if (import.meta.main) {
  runCommand(async () => {
    const all = readSources(REPO);
    const sources = new Map([...all].filter(([file]) => !ONLY_TESTS.test(file)));
    const faults = [
      ...relativeAcross(all).map((found) => `${found}: another workspace is imported by its name`),
      ...rootsOf(sources)
        .filter((root) => root !== '')
        .flatMap((root) =>
          circlesIn(folderGraph(sources, root)).map((circle) => `${root}: ${circle} is part of a circle`),
        ),
      ...largeFolders(sources).map((folder) => `${folder}: at most ${MAX_FILES} files are allowed, tests included`),
      ...statementsOutside(sources).map((file) => `${file}: SQL belongs in mock-api/src/repositories`),
      ...testingImports(sources).map((found) => `${found}: only tests may import from a testing folder`),
      ...physicalStyles(sources).map((found) => `${found}: a style names left or right; say start or end`),
    ];
    if (faults.length > 0) throw new PlainError(faults.join('\n'));
  });
}
