import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { REPO } from 'server-kit/paths';
import { readEntries, routeOfEntry } from './generate/entries.ts';
import { llmsFull, llmsIndex } from './generate/llms.ts';
import { summaryOf, titleOf, withoutDiagrams } from './generate/markdown.ts';
import { allPagesOf, readPages } from './generate/pages.ts';
import { menuOf } from './generate/site.ts';
import { writeVersions } from './generate/versions.ts';
import { allFilesOf, routeOf, SECTIONS } from './navigation.ts';

const FILES = SECTIONS.flatMap(allFilesOf);

test('every document is in the navigation once and has a unique address', () => {
  const documents = globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'], {
    cwd: REPO,
    exclude: ['docs/site/**'],
  });
  assert.ok(documents.length > 50);
  for (const file of documents) assert.ok(FILES.includes(file), file);
  for (const file of FILES) assert.ok(existsSync(join(REPO, file)), file);
  assert.equal(new Set(FILES.map(routeOf)).size, FILES.length);
});

test('llms.txt and the menu list every page, llms-full.txt contains it, and no page links to a missing one', async () => {
  const { sections } = await readPages();
  const pages = sections.flatMap(allPagesOf);
  const entries = [...(await readEntries()).keys()];
  const pageOf = (title: string) => ({ route: routeOfEntry(title), title, summary: '', markdown: `# ${title}` });
  const api = entries.map(pageOf);
  const site = { version: '1.2.3', summary: 'A summary.', sections, api };
  const [index, full, menu] = [llmsIndex(site, '1.2.3/'), llmsFull(site), JSON.stringify(menuOf(site))];
  assert.ok(index.startsWith('# Lodestar 1.2.3\n\n> A summary.\n\n## '));
  for (const { route, title, markdown } of [...pages, ...api]) {
    assert.ok(title.length > 0, `${route} has no title`);
    assert.ok(index.includes(`- [${title}](1.2.3/${route})`), `llms.txt lacks ${route}`);
    assert.ok(full.includes(markdown.trim()), `llms-full.txt lacks ${route}`);
    assert.ok(menu.includes(`"/${route.replace(/(index)?\.md$/, '')}"`), `the menu lacks ${route}`);
  }
  const routes = new Set(pages.map(({ route }) => route));
  for (const { route, markdown } of pages) {
    for (const [, target = ''] of markdown.matchAll(/\]\((\.[^)#\s]+\.md)/g)) {
      assert.ok(routes.has(join(dirname(route), target)), `${route} links to ${target}`);
    }
  }
});

test('links lead to pages of the site, and files of the repository are named', async () => {
  const { sections, copied } = await readPages();
  const pages = new Map(sections.flatMap(allPagesOf).map((page) => [page.route, page.markdown]));
  assert.match(pages.get('operate.md') ?? '', /\]\(\.\/deploy\/index\.md\)/);
  assert.match(pages.get('compliance/asvs/v06.md') ?? '', /\(`mock-api\/test\/accounts\/accounts\.test\.ts`\)/);
  assert.ok(copied.has('docs/screens.png'));
});

test('the parts of a page are read from its Markdown', () => {
  const page = '# The `remote.json`\n\n| a |\n\nWhat [a build](a.md) of version 5.0.0\ndeclares. More.\n';
  assert.equal(titleOf(page), 'The remote.json');
  assert.equal(summaryOf(page), 'What a build of version 5.0.0 declares.');
  const chart = 'flowchart LR\n  a["Shell"]\n  db[("Database")]\n  a --> db\n  db -- "push" --> a\n';
  assert.equal(
    withoutDiagrams(`\`\`\`mermaid\n${chart}\`\`\`\n`),
    '| from | to | what |\n| --- | --- | --- |\n| Shell | Database |  |\n| Database | Shell | push |\n',
  );
});

test('writeVersions keeps older versions, and leads from latest to the newest one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'versions-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const version of ['1.9.0', '2.9.0', '2.10.0']) {
    await mkdir(join(folder, version, 'api'), { recursive: true });
    await writeFile(join(folder, version, 'api', 'tabs.html'), version);
  }
  assert.equal(await writeVersions(folder), '2.10.0');
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  assert.equal(await read('versions.json'), '["2.10.0","2.9.0","1.9.0"]\n');
  assert.match(await read('latest/api/tabs.html'), /url=\.\.\/\.\.\/2\.10\.0\/api\/tabs\.html"/);
  assert.match(await read('index.html'), /url=2\.10\.0\/index\.html"/);
  assert.equal(await read('2.9.0/api/tabs.html'), '2.9.0');
});
