import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resource } from '../../fhir/datatypes.ts';
import { bodyOf, mapOne, SUBJECT } from '../../testing/map-one.ts';

const MARKS = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
const ALWAYS = ['What happens next, and when?', 'Whom do I call if I have questions or feel worse?'];
const TREATMENT = 'Does this change my treatment or my medications?';
const EXPLAIN = 'Can you explain to me in plain words what the report says?';

const value = (id: string, amount: number | null, fields: object = {}): Resource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  subject: SUBJECT,
  code: { text: 'Hemoglobin' },
  effectiveDateTime: '2026-03-01T08:00:00Z',
  referenceRange: [{ low: { value: 120 }, high: { value: 160 } }],
  ...(amount === null ? {} : { valueQuantity: { value: amount, unit: 'g/L' } }),
  ...fields,
});
const marked = (code: string) => ({ interpretation: [{ coding: [{ system: MARKS, code }] }] });
const named = (text: string) => ({ code: { text } });
const earlier = (amount: number, fields: object = {}) =>
  value('earlier', amount, { effectiveDateTime: '2026-02-01T08:00:00Z', ...fields });

const report = (fields: object, ...values: Resource[]) => ({
  resourceType: 'DiagnosticReport',
  id: 'r',
  status: 'final',
  subject: SUBJECT,
  code: { text: 'Report' },
  issued: '2026-03-01T10:00:00Z',
  result: values.filter(({ id }) => !id?.startsWith('earlier')).map(({ id }) => ({ reference: `Observation/${id}` })),
  ...fields,
});
const questions = (fields: object, ...values: Resource[]) =>
  (bodyOf(report(fields, ...values), values) as { questions: string[] }).questions;
const OUTSIDE = 'What could be the reason, and does anything need to be done?';

/** Title, fields of the report, its values, and the questions before those that every report has. */
const CASES: [string, object, Resource[], string[]][] = [
  ['a value inside its range', {}, [value('a', 140)], [TREATMENT]],
  ['a value without a range', {}, [value('a', 140, { referenceRange: [] })], [TREATMENT]],
  ['a value outside', {}, [value('a', 98)], [`Hemoglobin: below normal. ${OUTSIDE}`, TREATMENT]],
  [
    'a mark, which counts more than the range',
    {},
    [value('a', 140, marked('A'))],
    ['Hemoglobin: the hospital marked this as abnormal. What does that mean for me?', TREATMENT],
  ],
  ['a mark that calls it normal', {}, [value('a', 98, marked('N'))], [TREATMENT]],
  [
    'a critical value',
    {},
    [value('a', 60, marked('LL'))],
    [
      'Hemoglobin: the hospital marked this as very low. What does that mean for me?',
      'What should I watch for, and when should I call for help?',
      TREATMENT,
    ],
  ],
  [
    'more values outside than a list can name',
    {},
    ['a', 'b', 'c', 'd', 'e'].map((id) => value(id, 98, named(id))),
    ['5 values are outside the normal range or marked by the hospital. Which of them matter for me?', TREATMENT],
  ],
  [
    'a value that was normal before',
    {},
    [value('a', 98), earlier(140)],
    [
      `Hemoglobin: below normal. ${OUTSIDE}`,
      'Hemoglobin: normal last time, below normal this time. Why has it changed?',
      TREATMENT,
    ],
  ],
  [
    'a value that is normal again',
    {},
    [value('a', 140), earlier(98)],
    ['Hemoglobin: below normal last time, normal this time. Why has it changed?', TREATMENT],
  ],
  ['another figure on the same side', {}, [value('a', 140), earlier(125)], [TREATMENT]],
  [
    'an earlier value in another unit, of another kind, or withheld from supporters',
    {},
    [
      value('a', 140),
      earlier(98, { valueQuantity: { value: 98, unit: 'g' } }),
      { ...earlier(98, named('Other')), id: 'earlier-other' },
      { ...earlier(98, { meta: { security: [{ code: 'HIV' }] } }), id: 'earlier-secret' },
    ],
    [TREATMENT],
  ],
  [
    'values that were not done or are still to come',
    {},
    [
      value('a', 140),
      value('b', null, { status: 'cancelled', ...named('Ferritin') }),
      value('c', null, { dataAbsentReason: { text: 'Clotted' }, ...named('INR') }),
      value('d', null, { status: 'registered', ...named('Culture') }),
    ],
    [
      'No value came for: Ferritin, INR. Why not, and do I still need this test?',
      'Still to come: Culture. When will this be ready?',
      TREATMENT,
    ],
  ],
  [
    'a report that is not final and speaks of what to do next',
    { status: 'preliminary', conclusion: 'A small cyst. Follow-up in a year.' },
    [],
    [
      'When will this report be final, and could it still change?',
      EXPLAIN,
      'The report speaks of a test or a visit after this one. Do I need it, when, and who arranges it?',
      TREATMENT,
    ],
  ],
  [
    'a corrected report',
    { status: 'amended', conclusion: 'A small cyst.' },
    [],
    ['What was corrected in this report, and what does that mean for me?', EXPLAIN, TREATMENT],
  ],
  ['a test that was not done', { status: 'cancelled' }, [], ['Why was this test not done, and do I still need it?']],
  ['a result on its way', { status: 'registered' }, [], ['When will this result be ready, and who will tell me?']],
];

describe('the questions about a report', () => {
  for (const [title, fields, values, expected] of CASES)
    it(`are made of ${title}`, () => assert.deepEqual(questions(fields, ...values), [...expected, ...ALWAYS]));

  it('are in both languages, with the names that the hospital uses', () => {
    const [{ row } = { row: undefined }] = mapOne(report({}, value('a', 98)), [value('a', 98)]);
    assert.ok(row?.table === 'results');
    assert.equal(
      row.body.questions[0]?.fr,
      'Hemoglobin\u00a0: sous la normale. Quelle peut en être la raison, et faut\u2011il faire quelque chose?',
    );
    for (const { en, fr } of row.body.questions) assert.notEqual(en, fr);
  });
});
