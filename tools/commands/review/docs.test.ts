import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { isRecord } from 'server-kit/fields';
import { REPO } from 'server-kit/paths';
import { anchorsOf, citationsIn, filesInCommands, linksIn, npmScriptsIn, pathsIn } from './docs.ts';

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results', '.git', '.lodestar']);
const FILES = globSync('**/*', { cwd: REPO, exclude: (name) => SKIPPED.has(name) });
const FOLDERS = new Set(FILES.flatMap((file) => file.match(/^[^/]+(?=\/)/) ?? []));

const read = (file: string) => readFileSync(join(REPO, file), 'utf8');
const SOURCES = FILES.filter((file) => /\.(tsx?|[cm]js|css|html|md)$/.test(file));
const PAGES = FILES.filter((file) => /^(README|CONTRIBUTING|CHANGELOG|docs\/.+)\.md$/.test(file));
/** Excludes superseded decisions, which describe the code of their time. */
const IN_FORCE = PAGES.filter((file) => !/^- Status: Superseded/m.test(read(file)));

/** Returns whether the file exists, and in it a heading with the anchor if one is given. */
const leadsSomewhere = (file: string, anchor: string | undefined) =>
  existsSync(join(REPO, file)) && (anchor === undefined || anchorsOf(read(file)).has(anchor));

test('every place in the documents that a comment cites exists', (t) => {
  const cited = SOURCES.flatMap((source) => citationsIn(read(source)).map((citation) => ({ source, ...citation })));
  assert.ok(cited.length > 100);
  assert.deepEqual(
    cited.filter(({ file, anchor }) => !leadsSomewhere(file, anchor)),
    [],
  );
  t.diagnostic(`${cited.length} citations`);
});

test('no source cites a specification that is not in the repository', () => {
  // Written so that this line does not match itself.
  const elsewhere = /[s]pecification, section|\([s]pecification|[(]design[,:]/i;
  assert.deepEqual(
    SOURCES.filter((file) => elsewhere.test(read(file))),
    [],
  );
});

test('no text for patients and staff names the brand', () => {
  const { name }: { name: string } = JSON.parse(read('shell/brand.json'));
  const catalogues = FILES.filter((file) => /^[\w-]+\/src\/(.+\/)?locales\/\w+\.json$/.test(file));
  assert.ok(catalogues.length > 10);
  assert.deepEqual(
    catalogues.filter((file) => read(file).includes(name)),
    [],
  );
});

/** Words of the demo and its trial, in both languages. */
const DEMO_WORDS = /(?<!\p{L})(d[eé]mo|trial|essai|fiction|ficti[ft]|example|exemple)/iu;

/** Returns the texts of a catalogue by their keys, without those whose key says that they belong to the demo. */
const productionTexts = (texts: Record<string, unknown>, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    if (name.startsWith('demo')) return [];
    return isRecord(value) ? productionTexts(value, `${path}${name}.`) : [[path + name, String(value)]];
  });

test('only texts whose key or file begins with "demo" speak of a demo, a trial or an example', () => {
  const catalogues = FILES.filter((file) => /\/locales\/(?!demo\.)(\w+\.)?(en|fr)\.json$/.test(file));
  assert.ok(catalogues.length > 15);
  const found = catalogues.flatMap((file) => productionTexts(JSON.parse(read(file))).map((entry) => [file, ...entry]));
  assert.ok(found.length > 2_000);
  assert.deepEqual(
    found.filter(([, , text = '']) => DEMO_WORDS.test(text)),
    [],
  );
});

test('screens that show a text of the demo ask whether it is one', () => {
  const showing = SOURCES.filter(
    (file) => /^[\w-]+\/src\/.+\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file),
  ).filter((file) => /\bt\([^)]*'[\w.]*\bdemo/.test(read(file)));
  assert.ok(showing.length > 10);
  // These are behind a route that exists in a demo only.
  const inDemo = /\/screens\/resources\//;
  assert.deepEqual(
    showing.filter(
      (file) => !inDemo.test(file) && !/\.demo\b|\{[^}]*\bdemo\b[^}]*\} = runtimeConfig|isDemo/.test(read(file)),
    ),
    [],
  );
});

test('every link in the documents leads to an existing file and heading', () => {
  const broken = PAGES.flatMap((page) =>
    linksIn(read(page)).flatMap((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      return leadsSomewhere(file, anchor) ? [] : [`${page}: ${target}`];
    }),
  );
  assert.deepEqual(broken, []);
});

/** Returns whether a path is an entry that other packages import, such as `shared-ui/forms`. */
function isEntry(path: string): boolean {
  const [folder = '', ...rest] = path.split('/');
  const manifest = join(folder, 'package.json');
  if (!FILES.includes(manifest)) return false;
  const { exports = {} }: { exports?: Record<string, string> } = JSON.parse(read(manifest));
  return `./${rest.join('/')}` in exports;
}

/**
 * Returns whether a path or pattern exists: from the root with or without extension, or as a source file in any folder.
 * Paths that commands generate are accepted, because they may not exist yet.
 */
const isNamed = (path: string) =>
  path.split('/').some((part) => SKIPPED.has(part)) ||
  isEntry(path) ||
  globSync([path, `${path}.*`], { cwd: REPO }).length > 0 ||
  FILES.some((file) => `/${file}`.endsWith(`/${path}`));

test('every path that the documents name exists', () => {
  const missing = IN_FORCE.flatMap((page) =>
    [...pathsIn(read(page), FOLDERS), ...filesInCommands(read(page))]
      .filter((path) => !isNamed(path))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('every address of a screen that the documents name exists', () => {
  const named = IN_FORCE.flatMap((page) => [...read(page).matchAll(/`\/(onboarding|desk)\/([a-z-]+)/g)]);
  assert.ok(named.length > 4);
  for (const [address, remote, screen] of named)
    assert.ok(FILES.includes(`${remote}-mfe/src/screens/${screen}`), address);
});

test('every npm script that the documents name exists', () => {
  const scriptsOf = (workspace = '.'): Record<string, string> =>
    JSON.parse(read(join(workspace, 'package.json'))).scripts ?? {};
  const named = PAGES.flatMap((page) => npmScriptsIn(read(page)).map((script) => ({ page, ...script })));
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter(({ script, workspace }) => !(script in scriptsOf(workspace))),
    [],
  );
});

const NOTE =
  /^# .+\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (Accepted|(Accepted, in part s|S)uperseded by \[.+)\n(- Supersedes: \[.+\n)?\n/;
const PARTS = ['context', 'decision', 'consequences'];

test('every decision is a separate note in one format and is listed in the index', () => {
  const notes = PAGES.filter((file) => /^docs\/decisions\/\d/.test(file));
  const index = linksIn(read('docs/decisions/README.md'));
  assert.deepEqual(index.toSorted(), notes.map((note) => basename(note)).toSorted());
  for (const note of notes) {
    const text = read(note);
    const [, date] = text.match(NOTE) ?? [];
    assert.ok(date !== undefined && basename(note).startsWith(`${date}-`), `${note} needs a date and a status`);
    assert.deepEqual([...anchorsOf(text)].slice(1), PARTS, note);
  }
});

test('headings, paths and commands of a page are read as GitHub and a shell read them', () => {
  const headings = '# E-mail links\n\n## What `remote.json` says\n\n```\n# not a heading\n```\n';
  assert.deepEqual([...anchorsOf(headings)], ['e-mail-links', 'what-remotejson-says']);
  const paths = '`shell/src/`, `npm start`, `/outbox`, `shell/<name>`, `frame/Frame.tsx`, `remote.json`, `v1/sessions`';
  assert.deepEqual(pathsIn(paths, new Set(['shell'])), ['shell/src/', 'frame/Frame.tsx']);
  const commands =
    'Use `npm test -w e2e`.\n\n    npm run -s keys -- create\n    npx jest shell/src/a.test.ts   # one file\n';
  assert.deepEqual(npmScriptsIn(commands), [{ script: 'test', workspace: 'e2e' }, { script: 'keys' }]);
  assert.deepEqual(filesInCommands(commands), ['shell/src/a.test.ts']);
});
