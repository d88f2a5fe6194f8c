import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { DevError } from 'shared-ui/contract';
import { temporaryFolder, writeFiles } from '../../../gateway/testing/fixtures.ts';
import { TypeChecks } from './type-checks.ts';

/** Fake compiler that prints the content of src/printed.txt after a delay. */
const COMPILER = `import { readFileSync } from 'node:fs';
const printed = readFileSync('src/printed.txt', 'utf8');
setTimeout(() => { process.stdout.write(printed); process.exitCode = printed === '' ? 0 : 2; }, 200);`;

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  await writeFiles(folder, {
    'package.json': '{}',
    'tsconfig.json': '{}',
    'src/printed.txt': '',
    'node_modules/typescript/package.json': '{ "type": "module" }',
    'node_modules/typescript/bin/tsc': COMPILER,
  });
  const checked: DevError[][] = [];
  let tell = () => undefined as unknown;
  const next = () => new Promise((resolve) => (tell = () => resolve(undefined)));
  const onChecked = (errors: DevError[]) => {
    checked.push(errors);
    tell();
  };
  const checks = new TypeChecks({ folder, cache: join(folder, 'cache'), onChecked });
  test.after(() => checks.stop());
  const print = (text: string) => writeFile(join(folder, 'src/printed.txt'), text);
  return { checks, checked, next, print };
}

describe('TypeChecks', () => {
  it('reports the errors of a check, and none after they are fixed', async (test) => {
    const { checks, checked, next, print } = await setUp(test);
    await print('src/a.ts(1,2): error TS2322: No.\n');
    for (const text of ['src/a.ts(1,2): error TS2322: No.\n', '']) {
      await print(text);
      const done = next();
      checks.refresh();
      await done;
    }
    assert.deepEqual(checked, [[{ message: 'No. (TS2322)', file: 'src/a.ts', line: 1, column: 2 }], []]);
  });

  it('checks nothing in a package without types, or whose compiler is not installed', async (test) => {
    const folder = await temporaryFolder(test);
    await writeFiles(folder, { 'package.json': '{}', 'tsconfig.json': '{}' });
    const onChecked = () => assert.fail('there is nothing to check');
    new TypeChecks({ folder, cache: join(folder, 'cache'), onChecked }).refresh();
  });

  it('reports nothing for a check during which the sources changed', async (test) => {
    const { checks, checked, next, print } = await setUp(test);
    const done = next();
    checks.refresh();
    await print('the compiler can not be used\n');
    checks.refresh();
    await done;
    assert.deepEqual(checked, [[{ message: 'the compiler can not be used' }]]);
  });
});
