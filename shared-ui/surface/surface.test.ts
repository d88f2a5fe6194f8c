import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { satisfies } from 'semver';
import { describe, differenceOf, type Surface, versionAfter } from './compare.ts';
import { PACKAGE } from './emit.ts';
import { currentSurface, readSurface } from './surface.ts';

const MOST_AT_ROOT = 120;

let promised: Surface | undefined;
let now: Surface;

before(async () => {
  [promised, now] = await Promise.all([readSurface(), currentSurface()]);
});

test('surface.json lists the exports of shared-ui and the version in package.json', () => {
  assert.ok(promised, 'surface.json is missing: npm run surface -w shared-ui');
  const differing = describe(differenceOf(promised.entries, now.entries)).join('\n');
  assert.equal(differing, '', `${differing}\nRaise the version of shared-ui, then: npm run surface -w shared-ui`);
  assert.equal(promised.version, now.version, 'surface.json is of another version: npm run surface -w shared-ui');
});

test(`the root exports at most ${MOST_AT_ROOT} names`, () => {
  const names = Object.keys(now.entries['shared-ui'] ?? {});
  assert.ok(names.length <= MOST_AT_ROOT, `it exports ${names.length}`);
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
