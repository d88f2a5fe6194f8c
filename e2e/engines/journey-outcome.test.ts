import assert from 'node:assert/strict';
import test from 'node:test';
import { formatTable } from './journey-outcome.ts';

test('the table shows how each journey ended in each engine, and marks those not run', () => {
  const table = formatTable(
    ['Firefox', 'WebKit'],
    ['sign-in', 'dark'],
    [
      { engine: 'Firefox', journey: 'sign-in', seconds: 3.14, hasPassed: true, failures: [] },
      { engine: 'Firefox', journey: 'dark', seconds: 2, hasPassed: false, failures: ['Never came: home is dark'] },
    ],
  );
  assert.deepEqual(
    table.split('\n').map((line) => line.split(/ {2,}/)),
    [
      ['', 'Firefox', 'WebKit'],
      ['sign-in', 'ok 3.1 s', 'not run'],
      ['dark', 'FAILED', 'not run'],
    ],
  );
});
