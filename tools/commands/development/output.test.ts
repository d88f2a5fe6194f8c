import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DevError } from 'shared-ui/contract';
import { buildErrors } from './dev-builds.ts';
import { typeErrors } from './type-checks.ts';

const CHECKED = `src/survey.tsx(12,7): error TS2322: Type '{ a: string; }' is not assignable to type 'Answer'.
  Types of property 'a' are incompatible.
    Type 'string' is not assignable to type 'number'.
../shared-ui/src/index.ts(1,1): error TS2304: Cannot find name 'x'.
error TS5083: Cannot read file 'tsconfig.base.json'.
`;

describe('typeErrors', () => {
  const expected: DevError[] = [
    {
      message:
        "Type '{ a: string; }' is not assignable to type 'Answer'. (TS2322)\n  Types of property 'a' are incompatible.\n    Type 'string' is not assignable to type 'number'.",
      file: 'src/survey.tsx',
      line: 12,
      column: 7,
    },
    { message: "Cannot find name 'x'. (TS2304)", file: '../shared-ui/src/index.ts', line: 1, column: 1 },
    { message: "Cannot read file 'tsconfig.base.json'. (TS5083)" },
  ];

  it('reads every error with its position and all lines of its message, with any line ending', () => {
    assert.deepEqual(typeErrors(CHECKED), expected);
    assert.deepEqual(typeErrors(CHECKED.replaceAll('\n', '\r\n')), expected);
  });

  it('returns nothing when no error is printed', () => {
    assert.deepEqual(typeErrors(''), []);
    assert.deepEqual(typeErrors('(node:1) Warning: something\n'), []);
  });
});

describe('buildErrors', () => {
  it('reads a syntax error with its position and code frame', () => {
    const output = `ERROR in ./src/answers.ts
Module build failed (from ../node_modules/swc-loader/src/index.js):
Error:   x Expression expected
    ,-[/home/me/surveys-mfe/src/answers.ts:26:1]
 25 | }
 26 | export const broken = (;
    :                        ^
    \`----


Caused by:
    Syntax Error

Stack backtrace:
   0: <unknown>

webpack compiled with 1 error`;
    const [error, ...others] = buildErrors(output);
    assert.deepEqual(others, []);
    assert.equal(error?.file, 'src/answers.ts');
    assert.equal(error?.line, 26);
    assert.match(error?.message ?? '', /^Expression expected\n.*\n 25 \| \}\n 26 \| export const broken = \(;/);
    assert.doesNotMatch(error?.message ?? '', /backtrace|Caused by|Module build failed/);
  });

  it('reads every error of a build, including those in folders outside the package', () => {
    const output = `ERROR in ./src/survey.tsx 1:0-40
Module not found: Error: Can't resolve './nothing.ts' in '/home/me/surveys-mfe/src'
resolve './nothing.ts' in '/home/me/surveys-mfe/src'
  using description file: /home/me/surveys-mfe/package.json

ERROR in ../shared-ui/src/index.ts
Module build failed (from ../node_modules/swc-loader/src/index.js):
Error: Unexpected token

webpack compiled with 2 errors`;
    assert.deepEqual(buildErrors(output), [
      {
        message: "Module not found: Can't resolve './nothing.ts' in '/home/me/surveys-mfe/src'",
        file: 'src/survey.tsx',
        line: 1,
        column: 1,
      },
      { message: 'Unexpected token', file: '../shared-ui/src/index.ts' },
    ]);
  });

  it('reads coloured output', () => {
    const output = '\u001b[1m\u001b[31mERROR\u001b[39m\u001b[22m in \u001b[1m./src/a.ts\u001b[22m\nNo.';
    assert.deepEqual(buildErrors(output), [{ message: 'No.', file: 'src/a.ts' }]);
  });

  it('returns the whole output as one error when none is marked', () => {
    assert.deepEqual(buildErrors('[webpack-cli] Failed to load webpack.config.cjs\n'), [
      { message: '[webpack-cli] Failed to load webpack.config.cjs' },
    ]);
  });
});
