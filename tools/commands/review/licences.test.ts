import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPO } from 'server-kit/paths';
import { isMet, notAllowed, packagesOf } from './licences.ts';

test('every package in the lockfile has an allowed licence', (t) => {
  const packages = packagesOf(readFileSync(join(REPO, 'package-lock.json'), 'utf8'));
  assert.ok(packages.length > 500);
  assert.deepEqual(notAllowed(packages), []);
  t.diagnostic(`${packages.length} packages, ${packages.filter(({ isTool }) => !isTool).length} part of the product`);
});

test('isMet accepts any of several alternative licences and requires all of several combined ones', () => {
  const allowed = new Set(['MIT', 'Zlib']);
  for (const met of ['MIT', '(MIT OR GPL-3.0-only)', '(MIT AND Zlib)', 'MIT AND Zlib']) assert.ok(isMet(met, allowed));
  for (const unmet of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'none', '']) assert.ok(!isMet(unmet, allowed));
});

test('notAllowed is stricter for shipped packages than for packages that are only used in tests', () => {
  const lockfile = (dev: boolean) =>
    JSON.stringify({
      packages: {
        '': { license: 'UNLICENSED' },
        shell: { version: '1.0.0' },
        'node_modules/shell': { link: true },
        'node_modules/a/node_modules/@b/c': { version: '1.0.0', license: 'MPL-2.0', dev },
        'node_modules/d': { version: '2.0.0' },
      },
    });
  const names = (dev: boolean) => notAllowed(packagesOf(lockfile(dev))).map(({ name }) => name);
  assert.deepEqual(names(true), ['d@2.0.0']);
  assert.deepEqual(names(false), ['@b/c@1.0.0', 'd@2.0.0']);
});
