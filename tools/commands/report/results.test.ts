import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFailure, readResults } from './results.ts';

const failure = { group: 'chromium', file: 'e2e/a.spec.ts', line: 3, title: 'signs in: twice', message: 'no button' };

test('readResults reads the lines that formatFailure returns, and the totals at the end', () => {
  const output = [
    formatFailure('failed', { ...failure, file: 'e2e/b.spec.ts', message: '\u001b[31mError:\u001b[39m\n  no link' }),
    formatFailure('flaky', failure),
    formatFailure('flaky', { ...failure, group: undefined }),
    '4 passed, 1 failed',
  ];
  assert.deepEqual(readResults(output.join('\n')), {
    passed: 4,
    failed: 1,
    failures: ['[chromium] e2e/b.spec.ts:3 › signs in: twice | Error: no link'],
    flaky: [failure, { ...failure, group: undefined }],
  });
});

test('readResults reads the output of jest, without colours and duplicates', () => {
  const output = [
    'FAIL shell/src/App.test.tsx (3 s)',
    '  ● Console',
    '  ● the app › opens home',
    'Summary of all failing tests',
    'FAIL shell/src/App.test.tsx',
    '  ● the app › opens home',
    '\u001b[1mTests:       \u001b[22m\u001b[31m1 failed\u001b[39m, 2 skipped, \u001b[32m40 passed\u001b[39m, 43 total',
  ];
  assert.deepEqual(readResults(output.join('\n')), {
    passed: 40,
    failed: 1,
    failures: ['shell/src/App.test.tsx › the app › opens home'],
    flaky: [],
  });
  const empty = { passed: 0, failed: 0, failures: [], flaky: [] };
  assert.deepEqual(readResults('Tests that 3 passed doors stay shut'), empty);
});
