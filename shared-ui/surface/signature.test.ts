import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { bumpFor, differenceOf } from './compare.ts';
import { Declarations } from './declarations.ts';
import { signatureOf } from './signature.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signature-'));
});

afterEach(() => rm(folder, { recursive: true }));

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
async function bumpAfter(button: string, look = LOOK): Promise<string | undefined> {
  const [before, now] = [await signature(BUTTON, LOOK), await signature(button, look)];
  return bumpFor(differenceOf({ 'shared-ui': { Button: before } }, { 'shared-ui': { Button: now } }));
}

test('other line breaks or another import path of a type require no new version', async () => {
  const elsewhere = 'export declare function Button(props:\n  import("./look.ts").Look): string;';
  assert.equal(await bumpAfter(elsewhere), undefined);
});

test('another return type of a function requires a major version', async () => {
  assert.equal(await bumpAfter(BUTTON.replace('): string', '): number')), 'major');
});

test('a change in a parameter type of a function requires a major version', async () => {
  assert.equal(await bumpAfter(BUTTON, LOOK.replace("'plain' | ", '')), 'major');
});

test('a new required member requires a major version', async () => {
  assert.equal(await bumpAfter(BUTTON, LOOK.replace('icon?', 'label: string; icon?')), 'major');
});

test('a new optional member with a new type requires a minor version', async () => {
  const look = `interface Extra { size: number }\n${LOOK.replace('icon?', 'extra?: Extra; icon?')}`;
  assert.equal(await bumpAfter(BUTTON, look), 'minor');
});

test('signatureOf represents a type of another package by its name', async () => {
  const of = (name: string) => `import { ${name} } from 'formik';\nexport { ${name} as Button };`;
  assert.equal(await signature(of('Form'), LOOK), 'formik#Form');
  assert.equal(await bumpAfter(of('Form')), 'major');
});

test('signatureOf rejects a module that exports all of another', async () => {
  await assert.rejects(signature("export * from './look.ts';", LOOK), /name them/);
});
