import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildErrors } from './dev-builds.ts';
import { typeErrors } from './type-checks.ts';

const CHECKED = `src/survey.tsx(12,7): error TS2322: Type 'A' is not assignable to type 'B'.
  Types of property 'a' are incompatible.
../shared-ui/src/index.ts(1,1): error TS2304: Cannot find name 'x'.
error TS5083: Cannot read file 'tsconfig.base.json'.
`;

test('typeErrors reads every error with its position and all lines of its message, with any line ending', () => {
  const message = "Type 'A' is not assignable to type 'B'. (TS2322)\n  Types of property 'a' are incompatible.";
  for (const text of [CHECKED, CHECKED.replaceAll('\n', '\r\n')])
    assert.deepEqual(typeErrors(text), [
      { message, file: 'src/survey.tsx', line: 12, column: 7 },
      { message: "Cannot find name 'x'. (TS2304)", file: '../shared-ui/src/index.ts', line: 1, column: 1 },
      { message: "Cannot read file 'tsconfig.base.json'. (TS5083)" },
    ]);
  assert.deepEqual(typeErrors('(node:1) Warning: something\n'), []);
});

const BUILT = `ERROR in ./src/survey.tsx 1:0-40
Module not found: Error: Can't resolve './nothing.ts' in '/home/me/surveys-mfe/src'
resolve './nothing.ts' in '/home/me/surveys-mfe/src'

ERROR in ../shared-ui/src/index.ts
Module build failed (from ../node_modules/swc-loader/src/index.js):
Error:   x Expression expected
    ,-[/home/me/shared-ui/src/index.ts:26:1]
 26 | export const broken = (;
    \`----

Caused by:
    Syntax Error

webpack compiled with 2 errors`;

test('buildErrors reads every error with its position and code frame, coloured or not, or else the whole output', () => {
  const [missing, syntax, ...others] = buildErrors(BUILT);
  assert.deepEqual(others, []);
  assert.deepEqual(missing, {
    message: "Module not found: Can't resolve './nothing.ts' in '/home/me/surveys-mfe/src'",
    file: 'src/survey.tsx',
    line: 1,
    column: 1,
  });
  assert.deepEqual([syntax?.file, syntax?.line], ['../shared-ui/src/index.ts', 26]);
  assert.match(syntax?.message ?? '', /^Expression expected\n.*\n 26 \| export const broken = \(;/);
  assert.doesNotMatch(syntax?.message ?? '', /Caused by|Module build failed/);
  const coloured = '\u001b[1m\u001b[31mERROR\u001b[39m\u001b[22m in \u001b[1m./src/a.ts\u001b[22m\nNo.';
  assert.deepEqual(buildErrors(coloured), [{ message: 'No.', file: 'src/a.ts' }]);
  const failed = '[webpack-cli] Failed to load webpack.config.cjs';
  assert.deepEqual(buildErrors(`${failed}\n`), [{ message: failed }]);
});
