import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bumpFor, describe, differenceOf, type Entries, faultOf } from './compare.ts';

const before: Entries = {
  'shared-ui': { Button: 'function:aaaa ButtonProps.busy:1111', Card: 'const:bbbb' },
  'shared-ui/forms': { TextField: 'function:cccc' },
};
const root = before['shared-ui'];

const changes: [subject: string, now: Entries, bump: string | undefined, lines: string[]][] = [
  ['equal lists', before, undefined, []],
  ['a removed name', { ...before, 'shared-ui': { Button: root?.Button ?? '' } }, 'major', ['major: removed Card']],
  ['a removed entry', { 'shared-ui': { ...root } }, 'major', ['major: removed TextField (shared-ui/forms)']],
  [
    'another declaration',
    { ...before, 'shared-ui': { ...root, Card: 'const:dddd' } },
    'major',
    ['major: changed Card'],
  ],
  [
    'a removed member',
    { ...before, 'shared-ui': { ...root, Button: 'function:aaaa' } },
    'major',
    ['major: changed Button'],
  ],
  [
    'a new optional member',
    { ...before, 'shared-ui': { ...root, Button: `${root?.Button} ButtonProps.icon:2222` } },
    'minor',
    ['minor: extended Button'],
  ],
  [
    'added names and a removed one',
    { ...before, 'shared-ui': { Card: 'const:bbbb', Row: 'const:eeee', Stack: 'const:ffff' } },
    'major',
    ['major: removed Button', 'minor: added Row, Stack'],
  ],
];

for (const [subject, now, bump, lines] of changes) {
  test(`${subject}: ${bump ?? 'no new version'}`, () => {
    const difference = differenceOf(before, now);
    assert.equal(bumpFor(difference), bump);
    assert.deepEqual(describe(difference), lines);
  });
}

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

for (const [entries, version, minimum] of versions) {
  const change = describe(differenceOf(before, entries)).join() || 'no change';
  test(`${change} as ${version}: ${minimum === undefined ? 'is allowed' : `must be ${minimum}`}`, () => {
    const fault = faultOf({ version: '2.1.3', entries: before }, { version, entries });
    if (minimum === undefined) assert.equal(fault, undefined);
    else
      assert.match(
        fault ?? '',
        new RegExp(`shared-ui must be version ${minimum} or later, but package.json has ${version}`),
      );
  });
}
