import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameKeys } from './similar-names.ts';

type Name = [first: string, last: string];
const areSimilar = (one: Name, other: Name) => {
  const keys = new Set(nameKeys(...one));
  return nameKeys(...other).some((key) => keys.has(key));
};

const SIMILAR: [why: string, one: Name, other: Name][] = [
  ['equal', ['Jordan', 'Avery'], ['Jordan', 'Avery']],
  ['accents and case', ['Zoë', 'Côté'], ['ZOE', 'Cote']],
  ['hyphens', ['Anne-Marie', 'Roy'], ['Annemarie', 'Roy']],
  ['apostrophes', ['Sean', 'O’Brien'], ['Sean', 'OBrien']],
  ['another letter', ['Jordan', 'Avery'], ['Jordan', 'Every']],
  ['another letter at the end', ['Mario', 'Rossi'], ['Maria', 'Rossi']],
  ['a missing letter', ['Anna', 'Smith'], ['Ana', 'Smith']],
  ['an added letter', ['Wei', 'Wang'], ['Wei', 'Zwang']],
  ['letters in another order', ['Brian', 'Lee'], ['Brain', 'Lee']],
  ['the last name first', ['Kim', 'Lee'], ['Lee', 'Kim']],
  ['y and i, with and without h', ['Jon', 'Smyth'], ['John', 'Smith']],
  ['ph and v, ey and ai', ['Stephen', 'Meyer'], ['Steven', 'Maier']],
  ['ie and y, ay and é', ['Marie', 'Tremblay'], ['Mary', 'Tremblé']],
  ['endings in French', ['Gauthier', 'Renaud'], ['Gautier', 'Renault']],
  ['bv and v, ph and f', ['Philippe', 'Lefebvre'], ['Filip', 'Lefèvre']],
  ['c, k and qu', ['Eric', 'Marquis'], ['Erik', 'Markis']],
  ['other scripts', ['小龙', '李'], ['小龙', '李']],
];

const DIFFERENT: [one: Name, other: Name][] = [
  [
    ['Jordan', 'Avery'],
    ['Morgan', 'Amory'],
  ],
  [
    ['Anna', 'Roy'],
    ['Anna', 'Ross'],
  ],
  [
    ['Wei', 'Li'],
    ['Wei', 'Wang'],
  ],
  [
    ['Marie', 'Tremblay'],
    ['Marc', 'Tremblay'],
  ],
  [
    ['', ''],
    ['', ''],
  ],
];

describe('nameKeys', () => {
  for (const [why, one, other] of SIMILAR)
    it(`share a key for ${one.join(' ')} and ${other.join(' ')} (${why})`, () => assert.ok(areSimilar(one, other)));
  for (const [one, other] of DIFFERENT)
    it(`share no key for ${one.join(' ')} and ${other.join(' ')}`, () => assert.ok(!areSimilar(one, other)));
  it('are at most a few dozen, however long the name is', () => {
    assert.ok(nameKeys('ab'.repeat(50), 'cd'.repeat(50)).length <= 42);
  });
});
