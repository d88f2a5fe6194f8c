import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bumpFor, describe, differenceOf, type Entries, faultOf } from './compare.ts';

const before: Entries = {
  'shared-ui': { Button: 'function:aaaa ButtonProps.busy:1111', Card: 'const:bbbb' },
  'shared-ui/forms': { TextField: 'function:cccc' },
};
const root = before['shared-ui'];

/** Returns the entries with other exports of the root. */
const withRoot = (names: Record<string, string>): Entries => ({ ...before, 'shared-ui': names });

const changes: [subject: string, now: Entries, bump: string | undefined, lines: string[]][] = [
  ['equal lists', before, undefined, []],
  ['a removed name', withRoot({ Button: root?.Button ?? '' }), 'major', ['major: removed Card']],
  ['a removed entry', { 'shared-ui': { ...root } }, 'major', ['major: removed TextField (shared-ui/forms)']],
  [
    'added names and a removed one',
    withRoot({ Card: 'const:bbbb', Row: 'const:eeee', Stack: 'const:ffff' }),
    'major',
    ['major: removed Button', 'minor: added Row, Stack'],
  ],
];

test('differenceOf and bumpFor find what changed, and which version that requires', () => {
  for (const [subject, now, bump, lines] of changes) {
    const difference = differenceOf(before, now);
    assert.equal(bumpFor(difference), bump, subject);
    assert.deepEqual(describe(difference), lines, subject);
  }
});

const added = { ...before, 'shared-ui': { ...root, Row: 'const:eeee' } };
const removed = { 'shared-ui': { ...root } };

const versions: [entries: Entries, version: string, minimum: string | undefined][] = [
  [before, '2.1.3', undefined],
  [added, '2.1.4', '2.2.0'],
  [added, '2.2.0', undefined],
  [added, '3.0.0', undefined],
  [removed, '2.9.0', '3.0.0'],
  [removed, '3.0.0', undefined],
  [before, '2.1.2', '2.1.3'],
];

test('faultOf names the minimum version unless the version is high enough', () => {
  for (const [entries, version, minimum] of versions) {
    const fault = faultOf({ version: '2.1.3', entries: before }, { version, entries });
    if (minimum === undefined) assert.equal(fault, undefined, version);
    else assert.match(fault ?? '', new RegExp(`must be version ${minimum} or later, but package.json has ${version}`));
  }
});
