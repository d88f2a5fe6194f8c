import { describe } from 'node:test';
import { coded, SUBJECT, testCases } from '../../testing/map-one.ts';

describe('an AllergyIntolerance', () => {
  testCases(
    [
      [
        'rules out only what the statement names',
        { code: coded('409137002') },
        { name: 'No known medication allergies', isStatement: true, rulesOut: 'medication' },
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
      [
        'guesses neither a risk nor a state, and is certain if the hospital does not say otherwise',
        { code: { text: 'Dust' }, criticality: 'unable-to-assess' },
        { risk: null, state: null, isCertain: true },
      ],
      [
        'is uncertain while it is not confirmed',
        { code: { text: 'Dust' }, verificationStatus: coded('unconfirmed') },
        { isCertain: false },
      ],
      ['is kept with the wrong shape', { code: { text: 5 } }, { why: 'shape' }],
    ],
    (fields) => ({ resourceType: 'AllergyIntolerance', id: 'a', patient: SUBJECT, ...fields }),
  );
});
