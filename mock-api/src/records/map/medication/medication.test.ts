import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, SUBJECT } from '../../testing/map-one.ts';

const HL7 = 'http://terminology.hl7.org/CodeSystem';

const order = (fields: object) => ({
  resourceType: 'MedicationRequest',
  id: 'm',
  status: 'active',
  intent: 'order',
  subject: SUBJECT,
  medicationCodeableConcept: { text: 'Novolog' },
  ...fields,
});
const takes = (...dosageInstruction: object[]) => order({ dosageInstruction });
const repeat = (fields: object) => ({ timing: { repeat: fields } });
const condition = (subject: string) => ({
  resourceType: 'Condition',
  id: 'c',
  subject: { reference: subject },
  code: { text: 'Diabetes' },
});
const because = order({ reasonReference: [{ reference: 'Condition/c', display: '?????' }] });

/** Title, resource, what is expected of the body. */
const CASES: [string, object, object][] = [
  [
    'prefers the prescriber’s words',
    takes({ text: 'One tablet daily', ...repeat({ frequency: 4, period: 1, periodUnit: 'd' }) }),
    { how: ['One tablet daily'], times: [] },
  ],
  [
    'prefers the words for the patient',
    takes({ text: '1 tab qd', patientInstruction: 'Take one a day' }),
    { how: ['Take one a day'] },
  ],
  [
    'says a structure in words',
    takes({
      doseAndRate: [{ doseQuantity: { value: 2, unit: 'tablets' } }],
      ...repeat({ frequency: 3, period: 1, periodUnit: 'd' }),
      asNeededBoolean: true,
    }),
    { how: ['2 tablets, 3 times a day, as needed'], times: [] },
  ],
  [
    'says on which days of the week, and names no time that would appear on each day',
    takes(repeat({ frequency: 1, period: 1, periodUnit: 'wk', dayOfWeek: ['mon', 'thu'], timeOfDay: ['08:00:00'] })),
    { how: ['once a week, on Monday and Thursday, 08:00'], times: [] },
  ],
  [
    'names no time for what is not taken every day',
    takes({ text: 'Every other day', ...repeat({ period: 2, periodUnit: 'd', timeOfDay: ['08:00:00'] }) }),
    { times: [] },
  ],
  [
    'says for how long each step is taken, and names no time that would appear after it',
    takes(
      {
        doseAndRate: [{ doseQuantity: { value: 20, unit: 'mg' } }],
        ...repeat({
          frequency: 1,
          period: 1,
          periodUnit: 'd',
          when: ['MORN'],
          boundsDuration: { value: 5, unit: 'days', system: 'http://unitsofmeasure.org', code: 'd' },
        }),
      },
      {
        doseAndRate: [{ doseQuantity: { value: 10, unit: 'mg' } }],
        ...repeat({ period: 1, periodUnit: 'd', boundsPeriod: { start: '2026-03-06', end: '2026-03-10' } }),
      },
    ),
    {
      how: ['20 mg, once a day, in the morning, for 5 days', '10 mg, once a day, March 6, 2026 to March 10, 2026'],
      times: [],
    },
  ],
  [
    'names times of what is taken every day since it was ordered',
    {
      ...takes(repeat({ timeOfDay: ['08:00:00'], boundsPeriod: { start: '2026-03-01' } })),
      authoredOn: '2026-03-02T08:00:00Z',
    },
    { times: ['08:00'] },
  ],
  [
    'names no time for what starts later',
    {
      ...takes(repeat({ timeOfDay: ['08:00:00'], boundsPeriod: { start: '2026-03-05' } })),
      authoredOn: '2026-03-02T08:00:00Z',
    },
    { times: [] },
  ],
  [
    'says the most that may be taken',
    takes({
      doseAndRate: [{ doseRange: { low: { value: 1 }, high: { value: 2, unit: 'tablets' } } }],
      ...repeat({ frequency: 1, period: 4, periodUnit: 'h' }),
      asNeededCodeableConcept: { text: 'pain' },
      maxDosePerPeriod: {
        numerator: { value: 8, unit: 'tablets' },
        denominator: { value: 24, unit: 'hours', code: 'h' },
      },
      maxDosePerAdministration: { value: 2, unit: 'tablets' },
    }),
    {
      how: [
        '1 to 2 tablets, once every 4 hours, as needed for pain, no more than 8 tablets in 24 hours, no more than 2 tablets at a time',
      ],
    },
  ],
  [
    'says how fast and how long it runs',
    takes({
      doseAndRate: [
        {
          doseQuantity: { value: 500, unit: 'mL' },
          rateRatio: { numerator: { value: 100, unit: 'mL' }, denominator: { value: 1, code: 'h' } },
        },
      ],
      ...repeat({ duration: 30, durationUnit: 'min' }),
    }),
    { how: ['500 mL, at 100 mL in 1 hour, over 30 minutes'] },
  ],
  ['says the dates on which it is taken', takes({ timing: { event: ['2026-03-02'] } }), { how: ['March 2, 2026'] }],
  ['says every few days', takes(repeat({ frequency: 1, period: 2, periodUnit: 'd' })), { how: ['once every 2 days'] }],
  [
    'names clock times only from the source',
    takes({ text: 'Twice a day', ...repeat({ timeOfDay: ['08:00:00', '20:30:00'] }) }),
    { times: ['08:00', '20:30'] },
  ],
  [
    'names meals with their distance',
    takes({ text: 'Inject', ...repeat({ when: ['ACM'], offset: 10 }) }),
    { times: ['10 minutes before breakfast'] },
  ],
  [
    'names no time for what is taken as needed',
    takes({ text: 'If it hurts', asNeededBoolean: true, ...repeat({ timeOfDay: ['08:00:00'] }) }),
    { times: [] },
  ],
  [
    'names no time for what is paused',
    { ...takes(repeat({ timeOfDay: ['08:00:00'] })), status: 'on-hold' },
    { state: 'paused', times: [] },
  ],
  [
    'is unclear if it is active with a reason against it',
    order({ statusReason: { text: 'Liver enzymes abnormal' } }),
    { state: 'unclear', why: ['Liver enzymes abnormal'] },
  ],
  ['says what not to take', order({ doNotPerform: true }), { state: 'do-not-take' }],
  [
    'adds further instructions once',
    takes({ text: 'One a day with food', additionalInstruction: [{ text: 'with food' }, { text: 'No alcohol' }] }),
    { how: ['One a day with food; No alcohol'] },
  ],
  [
    'repeats no further instruction that differs only in case',
    takes({ text: '15 units before lunch', additionalInstruction: [{ text: 'Before Lunch' }] }),
    { how: ['15 units before lunch'] },
  ],
  ['says the same dosage once', takes({ text: 'Escalate' }, { text: 'Escalate' }), { how: ['Escalate'] }],
  [
    'leaves out what kind of wording an instruction is',
    takes({
      text: '500 mg',
      additionalInstruction: [
        {
          coding: [
            {
              system: 'http://snomed.info/sct',
              code: '421984009',
              display: 'Until finished - dosing instruction fragment (qualifier value)',
            },
          ],
        },
      ],
    }),
    { how: ['500 mg; Until finished'] },
  ],
  [
    'names the substance of a product',
    order({
      medicationCodeableConcept: {
        coding: [
          {
            system: 'http://snomed.info/sct',
            code: '108774000',
            display: 'Product containing anastrozole (medicinal product)',
          },
        ],
      },
    }),
    { name: 'anastrozole' },
  ],
  ['keeps one that says nothing', order({ medicationCodeableConcept: undefined }), { why: 'empty' }],
  [
    'is not for the reason that it was given as ordered',
    {
      ...order({
        reasonCode: [{ coding: [{ system: `${HL7}/reason-medication-given`, display: 'Given as Ordered' }] }],
      }),
      resourceType: 'MedicationAdministration',
      status: 'completed',
    },
    { for: [] },
  ],
  ['keeps a proposal', order({ intent: 'proposal' }), { why: 'state' }],
  ['keeps a draft', order({ status: 'draft' }), { why: 'state' }],
  [
    'finds a contained medication',
    order({
      medicationCodeableConcept: undefined,
      medicationReference: { reference: '#a' },
      contained: [
        {
          resourceType: 'Medication',
          id: 'a',
          code: { coding: [{ system: 'http://snomed.info/sct', code: '1', display: 'Prednisone 5 mg (product)' }] },
        },
      ],
    }),
    { name: 'Prednisone 5 mg' },
  ],
  [
    'names each ingredient once where there is no name',
    order({
      medicationCodeableConcept: undefined,
      medicationReference: { reference: '#a' },
      contained: [
        {
          resourceType: 'Medication',
          id: 'a',
          ingredient: ['Salt', 'Sugar', 'Salt'].map((text) => ({ itemCodeableConcept: { text } })),
        },
      ],
    }),
    { name: 'Salt + Sugar' },
  ],
  [
    'shows a statement as reported',
    { ...order({ dosage: [{ text: 'One at night' }] }), resourceType: 'MedicationStatement' },
    { basis: 'reported', state: 'current', how: ['One at night'] },
  ],
  [
    'shows what was given',
    {
      ...order({ effectiveDateTime: '2026-01-02', dosage: { text: '500 mg', route: { text: 'IV' } } }),
      resourceType: 'MedicationAdministration',
      status: 'completed',
    },
    { basis: 'given', state: 'given', how: ['500 mg'] },
  ],
  [
    'says why it was not given',
    { ...order({ statusReason: [{ text: 'Refused' }] }), resourceType: 'MedicationAdministration', status: 'not-done' },
    { state: 'not-given', why: ['Refused'] },
  ],
];

describe('a medication', () => {
  for (const [title, resource, expected] of CASES)
    it(title, () => {
      const body = bodyOf(resource) as Record<string, unknown>;
      const names = Object.keys(expected);
      assert.deepEqual(Object.fromEntries(names.map((name) => [name, body[name]])), expected);
    });

  it('is for a condition of this person, never of another', () => {
    const reasons = (subject: string) => (bodyOf(because, [condition(subject)]) as { for: string[] }).for;
    assert.deepEqual([reasons('Patient/x'), reasons('Patient/other')], [['Diabetes'], []]);
  });
});
