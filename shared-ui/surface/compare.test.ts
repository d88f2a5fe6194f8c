import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bumpFor, describe, differenceOf, type Entries, faultOf } from './compare.ts';

const before: Entries = {
  'shared-ui': { Button: 'function:aaaa ButtonProps.busy:1111', Card: 'const:bbbb' },
  'shared-ui/forms': { TextField: 'function:cccc' },
};
const root = before['shared-ui'];

const changes: [subject: string, now: Entries, bump: string | undefined, said: string[]][] = [
  ['equal lists', before, undefined, []],
  ['a name that is gone', { ...before, 'shared-ui': { Button: root?.Button ?? '' } }, 'major', ['major: removed Card']],
  ['an entry that is gone', { 'shared-ui': { ...root } }, 'major', ['major: removed TextField (shared-ui/forms)']],
  [
    'another declaration',
    { ...before, 'shared-ui': { ...root, Card: 'const:dddd' } },
    'major',
    ['major: changed Card'],
  ],
  [
    'a member that is gone',
    { ...before, 'shared-ui': { ...root, Button: 'function:aaaa' } },
    'major',
    ['major: changed Button'],
  ],
  [
    'a member more that may be left out',
    { ...before, 'shared-ui': { ...root, Button: `${root?.Button} ButtonProps.icon:2222` } },
    'minor',
    ['minor: extended Button'],
  ],
  [
    'names more, and one less',
    { ...before, 'shared-ui': { Card: 'const:bbbb', Row: 'const:eeee', Stack: 'const:ffff' } },
    'major',
    ['major: removed Button', 'minor: added Row, Stack'],
  ],
];

for (const [subject, now, bump, said] of changes) {
  test(`${subject}: ${bump ?? 'no new version'}`, () => {
    const difference = differenceOf(before, now);
    assert.equal(bumpFor(difference), bump);
    assert.deepEqual(describe(difference), said);
  });
}

const added = { ...before, 'shared-ui': { ...root, Row: 'const:eeee' } };
const removed = { 'shared-ui': { ...root } };

const versions: [entries: Entries, version: string, least: string | undefined][] = [
  [before, '2.1.3', undefined],
  [added, '2.1.4', '2.2.0'],
  [added, '2.2.0', undefined],
  [added, '3.0.0', undefined],
  [removed, '2.9.0', '3.0.0'],
  [removed, '3.0.0', undefined],
  [before, '2.1.2', '2.1.3'],
];

for (const [entries, version, least] of versions) {
  const change = describe(differenceOf(before, entries)).join() || 'no change';
  test(`${change} as ${version}: ${least === undefined ? 'may go out' : `has to be ${least}`}`, () => {
    const fault = faultOf({ version: '2.1.3', entries: before }, { version, entries });
    if (least === undefined) assert.equal(fault, undefined);
    else assert.match(fault ?? '', new RegExp(`shared-ui has to be ${least} or higher; .* says ${version}`));
  });
}
