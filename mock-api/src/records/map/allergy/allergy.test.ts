import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, SUBJECT } from '../../testing/map-one.ts';

const coded = (code: string) => ({ coding: [{ code }] });
const allergy = (fields: object) => ({ resourceType: 'AllergyIntolerance', id: 'a', patient: SUBJECT, ...fields });

const CASES: [string, object, object][] = [
  [
    'shows name, risk and reactions',
    {
      code: { text: 'Cashew nuts' },
      criticality: 'high',
      clinicalStatus: coded('active'),
      verificationStatus: coded('confirmed'),
      reaction: [{ manifestation: [{ text: 'Hives' }], severity: 'severe', onset: '2012-06' }],
    },
    {
      name: 'Cashew nuts',
      risk: 'high',
      state: 'current',
      isCertain: true,
      reactions: [{ name: 'Hives', severity: 'severe', at: '2012-06' }],
    },
  ],
  [
    'shows "no known allergy" as a statement',
    { code: coded('716186003') },
    { name: 'No known allergies', isStatement: true, rulesOut: 'all' },
  ],
  [
    'tells latex from medication',
    { code: coded('716184000') },
    { name: 'No known latex allergy', isStatement: true, rulesOut: null },
  ],
  [
    'shows a refuted allergy as a statement',
    { code: { text: 'Eggs' }, verificationStatus: coded('refuted') },
    { name: 'Not allergic: Eggs', isStatement: true, rulesOut: null },
  ],
  [
    'takes the name from the reaction',
    { reaction: [{ substance: { text: 'Bees' }, manifestation: [] }] },
    { name: 'Bees', reactions: [] },
  ],
  ['does not guess a risk', { code: { text: 'Dust' }, criticality: 'unable-to-assess' }, { risk: null, state: null }],
  ['is certain if the hospital does not say otherwise', { code: { text: 'Dust' } }, { isCertain: true }],
  [
    'is uncertain while it is not confirmed',
    { code: { text: 'Dust' }, verificationStatus: coded('unconfirmed') },
    { isCertain: false },
  ],
  ['is kept with the wrong shape', { code: { text: 5 } }, { why: 'shape' }],
];

describe('an AllergyIntolerance', () => {
  for (const [title, fields, expected] of CASES)
    it(title, () => {
      const body = bodyOf(allergy(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });
});
