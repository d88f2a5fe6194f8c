import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inFrench, mapOne, SUBJECT, testCases } from '../../testing/map-one.ts';

const vaccination = (fields: object) => ({
  resourceType: 'Immunization',
  id: 'i',
  status: 'completed',
  patient: SUBJECT,
  vaccineCode: { text: 'Influenza' },
  ...fields,
});

describe('an Immunization', () => {
  testCases(
    [
      ['was given at some time', { occurrenceString: 'January 2012' }, { given: true, when: 'January 2012' }],
      [
        'was not given, and why',
        { status: 'not-done', statusReason: { text: 'Fever' } },
        { given: false, remark: 'Not given: Fever' },
      ],
    ],
    vaccination,
  );

  it('has the source’s translation and an ordinal number on the first of a month for a reader of French', () => {
    const vaccineCode = { coding: [{ code: 'x', display: 'Influenza', _display: inFrench('Grippe') }] };
    const [{ row } = { row: undefined }] = mapOne(vaccination({ vaccineCode, occurrenceDateTime: '2013-01-01' }));
    assert.partialDeepStrictEqual(row && 'body' in row && 'when' in row.body && [row.body.name, row.body.when], [
      { en: 'Influenza', fr: 'Grippe' },
      { en: 'January 1, 2013', fr: '1er janvier 2013' },
    ]);
  });
});
