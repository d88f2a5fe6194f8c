import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { satisfies } from 'semver';
import { bumpFor, describe, differenceOf, type Surface, versionAfter } from './compare.ts';
import { Declarations } from './declarations.ts';
import { PACKAGE } from './emit.ts';
import { currentSurface, readSurface, signatureOf } from './surface.ts';

const MAX_ROOT_EXPORTS = 120;

let committed: Surface | undefined;
let now: Surface;

before(async () => {
  [committed, now] = await Promise.all([readSurface(), currentSurface()]);
});

test('surface.json lists the exports of shared-ui and the version in package.json', () => {
  assert.ok(committed, 'surface.json is missing: npm run surface -w shared-ui');
  const differing = describe(differenceOf(committed.entries, now.entries)).join('\n');
  assert.equal(differing, '', `${differing}\nRaise the version of shared-ui, then: npm run surface -w shared-ui`);
  assert.equal(committed.version, now.version, 'surface.json is of another version: npm run surface -w shared-ui');
});

test(`the root exports at most ${MAX_ROOT_EXPORTS} names`, () => {
  const names = Object.keys(now.entries['shared-ui'] ?? {});
  assert.ok(names.length <= MAX_ROOT_EXPORTS, `it exports ${names.length}`);
});

test('docs/shared-ui.md names every export of the root once, and nothing else', async () => {
  const text = await readFile(join(PACKAGE, '..', 'docs', 'shared-ui.md'), 'utf8');
  const documented = [...text.matchAll(/^- `(\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(documented.toSorted(), Object.keys(now.entries['shared-ui'] ?? {}).toSorted());
});

test('a remote requires the version that it was built with, so that a host with fewer exports refuses it', () => {
  const { RANGES, ON_DEMAND } = createRequire(import.meta.url)('../webpack/shared.cjs');
  for (const name of ['shared-ui', ...ON_DEMAND]) {
    const range = RANGES[name];
    assert.equal(range, `^${now.version}`);
    assert.ok(satisfies(versionAfter(now.version, 'minor'), range), `${name}: a host with more exports`);
    assert.ok(!satisfies(versionAfter(now.version, 'major'), range), `${name}: a host without some of them`);
    assert.ok(!satisfies(now.version, `^${versionAfter(now.version, 'minor')}`), `${name}: a host with fewer exports`);
  }
});

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signature-'));
});

after(() => rm(folder, { recursive: true }));

const LOOK = "export interface Look { variant: 'plain' | 'star'; icon?: string }";
const BUTTON =
  'import { type Look } from "./look.ts";\nexport declare function Button(props: Look): string;\nexport {};';

/** Returns the signature of `Button`, given two modules of declarations. */
async function signature(button: string, look: string): Promise<string> {
  await writeFile(join(folder, 'button.d.ts'), button);
  await writeFile(join(folder, 'look.d.ts'), look);
  const declarations = new Declarations();
  const file = join(folder, 'button.d.ts');
  return signatureOf(declarations, file, declarations.module(file).exported.get('Button') ?? { name: 'Button' });
}

/** Returns what semver requires when the declarations of `Button` change. */
async function bumpAfter(button: string, look: string): Promise<string | undefined> {
  const [before, now] = [await signature(BUTTON, LOOK), await signature(button, look)];
  return bumpFor(differenceOf({ 'shared-ui': { Button: before } }, { 'shared-ui': { Button: now } }));
}

test('the required version follows what changes in a declaration', async () => {
  const elsewhere = 'export declare function Button(props:\n  import("./look.ts").Look): string;';
  const extended = `interface Extra { size: number }\n${LOOK.replace('icon?', 'extra?: Extra; icon?')}`;
  const changes: [what: string, bump: string | undefined, button: string, look: string][] = [
    ['other line breaks and another import path of a type', undefined, elsewhere, LOOK],
    ['another return type', 'major', BUTTON.replace('): string', '): number'), LOOK],
    ['another parameter type', 'major', BUTTON, LOOK.replace("'plain' | ", '')],
    ['a new required member', 'major', BUTTON, LOOK.replace('icon?', 'label: string; icon?')],
    ['a new optional member with a new type', 'minor', BUTTON, extended],
  ];
  for (const [what, bump, button, look] of changes) assert.equal(await bumpAfter(button, look), bump, what);
});

test('signatureOf represents a type of another package by its name, and rejects a module that exports all', async () => {
  const of = (name: string) => `import { ${name} } from 'formik';\nexport { ${name} as Button };`;
  assert.equal(await signature(of('Form'), LOOK), 'formik#Form');
  await assert.rejects(signature("export * from './look.ts';", LOOK), /name them/);
});
