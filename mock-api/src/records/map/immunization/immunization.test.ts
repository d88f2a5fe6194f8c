import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, mapOne, SUBJECT } from '../../testing/map-one.ts';

const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation';
const vaccination = (fields: object) => ({
  resourceType: 'Immunization',
  id: 'i',
  status: 'completed',
  patient: SUBJECT,
  vaccineCode: { text: 'Influenza' },
  ...fields,
});

const CASES: [string, object, object][] = [
  [
    'was given',
    { occurrenceDateTime: '2013-01-10' },
    { name: 'Influenza', given: true, when: 'January 10, 2013', remark: null },
  ],
  ['was given at some time', { occurrenceString: 'January 2012' }, { given: true, when: 'January 2012' }],
  [
    'was not given, and why',
    { status: 'not-done', statusReason: { text: 'Fever' } },
    { given: false, remark: 'Not given: Fever' },
  ],
  ['may not count', { isSubpotent: true }, { given: true, remark: 'May not count' }],
];

describe('an Immunization', () => {
  for (const [title, fields, expected] of CASES)
    it(title, () => {
      const body = bodyOf(vaccination(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });

  it('is named by the source’s translation for a reader of French', () => {
    const extension = [
      {
        url: TRANSLATION,
        extension: [
          { url: 'lang', valueCode: 'fr-LU' },
          { url: 'content', valueString: 'Grippe' },
        ],
      },
    ];
    const vaccineCode = { coding: [{ code: 'x', display: 'Influenza', _display: { extension } }] };
    const [{ row } = { row: undefined }] = mapOne(vaccination({ vaccineCode }));
    assert.deepEqual(row && 'body' in row && 'name' in row.body && row.body.name, { en: 'Influenza', fr: 'Grippe' });
  });

  it('is dated with an ordinal number on the first of a month in French', () => {
    const [{ row } = { row: undefined }] = mapOne(vaccination({ occurrenceDateTime: '2013-01-01' }));
    assert.deepEqual(row && 'body' in row && 'when' in row.body && row.body.when, {
      en: 'January 1, 2013',
      fr: '1er janvier 2013',
    });
  });
});
