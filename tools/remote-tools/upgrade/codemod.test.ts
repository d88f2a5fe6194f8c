import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { applyRenames, renamesBetween } from './codemod.ts';
import { RENAMES, type Rename } from './renames.ts';

const ENTRY = 'shared-ui';
const renamed = (name: string, now: string, entry = ENTRY): Rename => ({
  since: '2.0.0',
  entry: ENTRY,
  name,
  now: { entry, name: now },
});

const TABLE: Rename[] = [
  renamed('Old', 'New'),
  renamed('useOld', 'useNew'),
  renamed('Moved', 'Moved', 'shared-ui/details'),
  { since: '2.0.0', entry: ENTRY, name: 'gone', hint: 'Use here.' },
];

/** Each becomes one file of the same project, because starting the compiler takes most of the time. */
const cases: [subject: string, before: string, after: string][] = [
  [
    'an import with its uses in JSX',
    `import { Card, Old } from 'shared-ui';\nexport const a = <Old title="é"><Card /></Old>;\n`,
    `import { Card, New } from 'shared-ui';\nexport const a = <New title="é"><Card /></New>;\n`,
  ],
  [
    'calls, shorthand properties and exports',
    `import { useOld } from 'shared-ui';\nexport const all = { useOld };\nuseOld();\nexport { useOld };\n`,
    `import { useNew } from 'shared-ui';\nexport const all = { useOld: useNew };\nuseNew();\nexport { useNew as useOld };\n`,
  ],
  [
    'a name that is in use in the file already, by an alias',
    `import { Old } from 'shared-ui';\nconst New = 1;\nexport const a = [<Old />, New];\n`,
    `import { New as Old } from 'shared-ui';\nconst New = 1;\nexport const a = [<Old />, New];\n`,
  ],
  [
    'only the imported name where another declaration shadows it',
    `import { Old } from 'shared-ui';\nexport const f = (Old: number) => Old;\nexport const a = <Old />;\n`,
    `import { New } from 'shared-ui';\nexport const f = (Old: number) => Old;\nexport const a = <New />;\n`,
  ],
  [
    'a name that moved to another entry, and a type-only import',
    `import type { Old } from 'shared-ui';\nimport { Card, Moved } from 'shared-ui';\nexport type A = Old;\nexport const a = [Card, Moved];\n`,
    `import type { New } from 'shared-ui';\nimport { Card } from 'shared-ui';\nimport { Moved } from 'shared-ui/details';\nexport type A = New;\nexport const a = [Card, Moved];\n`,
  ],
  [
    'nothing in strings, comments and imports from elsewhere',
    `import { Old } from './Old.ts';\n// Old of shared-ui\nexport const a = [Old, 'Old'];\n`,
    `import { Old } from './Old.ts';\n// Old of shared-ui\nexport const a = [Old, 'Old'];\n`,
  ],
];

test('applyRenames changes a project’s imports and their uses, and lists what to change by hand', async (t) => {
  const folder = await temporaryFolder(t);
  const files = Object.fromEntries(cases.map(([, before], place) => [`src/${place}.tsx`, before]));
  const byHand = `import * as ui from 'shared-ui';\nimport { gone } from 'shared-ui';\nexport const a = [ui.Old, gone];\nexport { useOld } from 'shared-ui';\n`;
  const tsconfig = JSON.stringify({ compilerOptions: { jsx: 'react-jsx', types: [] }, include: ['src'] });
  await writeFiles(folder, { ...files, 'src/by-hand.ts': byHand, 'tsconfig.json': tsconfig });
  const result = await applyRenames(folder, TABLE);

  for (const [place, [subject, , after]] of cases.entries())
    assert.equal(await readFile(join(folder, `src/${place}.tsx`), 'utf8'), after, subject);
  assert.deepEqual(
    result.files,
    [0, 1, 2, 3, 4].map((place) => `src/${place}.tsx`),
  );
  assert.equal(result.changed[0], 'src/0.tsx:1: Old of shared-ui is New now');
  assert.equal(result.changed.at(-1), 'src/4.tsx:2: Moved of shared-ui is in shared-ui/details now');
  assert.deepEqual(result.byHand, [
    'src/by-hand.ts:3: Old of shared-ui is New now.',
    'src/by-hand.ts:2: gone of shared-ui was removed. Use here.',
    'src/by-hand.ts:4: useOld of shared-ui is useNew now.',
  ]);
  assert.equal(await readFile(join(folder, 'src/by-hand.ts'), 'utf8'), byHand);
});

test('renamesBetween returns what changed from the first version to the last', () => {
  const table = ['2.7.0', '2.9.0', '2.10.0'].map((since) => ({ ...renamed('Old', 'New'), since }));
  const between = (from: string, to: string) => renamesBetween(from, to, table).map(({ since }) => since);
  assert.deepEqual(between('2.7.0', '2.9.3'), ['2.7.0', '2.9.0']);
  assert.deepEqual(between('2.9.1', '2.10.0'), ['2.10.0']);
  assert.deepEqual(between('2.10.1', '2.11.0'), []);
});

const { entries } = createRequire(import.meta.url)('shared-ui/surface.json');

test('no entry exports a renamed name any more, and each successor is exported', () => {
  for (const { entry, name, now } of RENAMES) {
    assert.ok(!(name in (entries[entry] ?? {})), `${entry} still exports ${name}`);
    if (now) assert.ok(now.name in entries[now.entry], `${now.entry} doesn’t export ${now.name}`);
  }
});
