import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, type Case, mapOne, SUBJECT, testCases } from '../../testing/map-one.ts';

const SNOMED = 'http://snomed.info/sct';

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
const every = (period: number, periodUnit: string, fields: object = {}) => repeat({ period, periodUnit, ...fields });
const dose = (value: number, unit: string, rate: object = {}) => ({
  doseAndRate: [{ doseQuantity: { value, unit }, ...rate }],
});
const AT_8 = { timeOfDay: ['08:00:00'] };
/** Ordered on March 2 to be taken at 8 from this day on. */
const takenFrom = (start: string) => ({
  ...takes(repeat({ ...AT_8, boundsPeriod: { start } })),
  authoredOn: '2026-03-02T08:00:00Z',
});

const CASES: Case[] = [
  [
    'prefers the prescriber’s words',
    takes({ text: 'One tablet daily', ...every(1, 'd', { frequency: 4 }) }),
    { how: ['One tablet daily'], times: [] },
  ],
  [
    'prefers the words for the patient',
    takes({ text: '1 tab qd', patientInstruction: 'Take one a day' }),
    { how: ['Take one a day'] },
  ],
  [
    'says a structure in words',
    takes({ ...dose(2, 'tablets'), ...every(1, 'd', { frequency: 3 }), asNeededBoolean: true }),
    { how: ['2 tablets 3 times a day, as needed'], times: [] },
  ],
  [
    'says on which days of the week, and names no time that would appear on each day',
    takes(every(1, 'wk', { frequency: 1, dayOfWeek: ['mon', 'thu'], ...AT_8 })),
    { how: ['once a week, on Monday and Thursday, 8:00\u00a0a.m.'], times: [] },
  ],
  [
    'names no time for what is not taken every day',
    takes({ text: 'Every other day', ...every(2, 'd', AT_8) }),
    { times: [] },
  ],
  [
    'says for how long each step is taken, and names no time that would appear after it',
    takes(
      {
        ...dose(20, 'mg'),
        ...every(1, 'd', {
          frequency: 1,
          when: ['MORN'],
          boundsDuration: { value: 5, unit: 'days', system: 'http://unitsofmeasure.org', code: 'd' },
        }),
      },
      { ...dose(10, 'mg'), ...every(1, 'd', { boundsPeriod: { start: '2026-03-06', end: '2026-03-10' } }) },
    ),
    {
      how: ['20 mg once a day, in the morning, for 5 days', '10 mg once a day, March 6, 2026 to March 10, 2026'],
      times: [],
    },
  ],
  ['names times of what is taken every day since it was ordered', takenFrom('2026-03-01'), { times: ['08:00'] }],
  ['names no time for what starts later', takenFrom('2026-03-05'), { times: [] }],
  [
    'says the most that may be taken',
    takes({
      doseAndRate: [{ doseRange: { low: { value: 1 }, high: { value: 2, unit: 'tablets' } } }],
      ...every(4, 'h', { frequency: 1 }),
      asNeededCodeableConcept: { text: 'pain' },
      maxDosePerPeriod: { numerator: { value: 8, unit: 'tablets' }, denominator: { value: 24, code: 'h' } },
      maxDosePerAdministration: { value: 2, unit: 'tablets' },
    }),
    {
      how: [
        '1 to 2 tablets once every 4 hours, as needed for pain, no more than 8 tablets in 24 hours, no more than 2 tablets at a time',
      ],
    },
  ],
  [
    'says how fast and how long it runs',
    takes({
      ...dose(500, 'mL', {
        rateRatio: { numerator: { value: 100, unit: 'mL' }, denominator: { value: 1, code: 'h' } },
      }),
      ...repeat({ duration: 30, durationUnit: 'min' }),
    }),
    { how: ['500 mL, at 100 mL in 1 hour, over 30 minutes'] },
  ],
  ['says the dates on which it is taken', takes({ timing: { event: ['2026-03-02'] } }), { how: ['March 2, 2026'] }],
  ['says every few days', takes(every(2, 'd', { frequency: 1 })), { how: ['once every 2 days'] }],
  [
    'names clock times only from the source',
    takes({ text: 'Twice a day', ...repeat({ timeOfDay: ['08:00:00', '20:30:00'] }) }),
    { times: ['08:00', '20:30'] },
  ],
  [
    'names no time for what is taken as needed',
    takes({ text: 'If it hurts', asNeededBoolean: true, ...repeat(AT_8) }),
    { times: [] },
  ],
  ['names no time for what is paused', { ...takes(repeat(AT_8)), status: 'on-hold' }, { state: 'paused', times: [] }],
  ['says what not to take', order({ doNotPerform: true }), { state: 'do-not-take' }],
  [
    'adds further instructions once',
    takes({ text: 'One a day with food', additionalInstruction: [{ text: 'With Food' }, { text: 'No alcohol' }] }),
    { how: ['One a day with food; No alcohol'] },
  ],
  ['says the same dosage once', takes({ text: 'Escalate' }, { text: 'Escalate' }), { how: ['Escalate'] }],
  [
    'names the substance of a product',
    order({
      medicationCodeableConcept: {
        coding: [{ system: SNOMED, code: '1', display: 'Product containing anastrozole (medicinal product)' }],
      },
    }),
    { name: 'anastrozole' },
  ],
  ['keeps a proposal', order({ intent: 'proposal' }), { why: 'state' }],
  ['keeps a draft', order({ status: 'draft' }), { why: 'state' }],
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
    'says why it was not given',
    { ...order({ statusReason: [{ text: 'Refused' }] }), resourceType: 'MedicationAdministration', status: 'not-done' },
    { state: 'not-given', why: ['Refused'] },
  ],
];

describe('a medication', () => {
  testCases(CASES);

  it('is for a condition of this person, never of another', () => {
    const because = order({ reasonReference: [{ reference: 'Condition/c', display: '?????' }] });
    const reasons = (subject: string) => {
      const about = { resourceType: 'Condition', id: 'c', subject: { reference: subject }, code: { text: 'Diabetes' } };
      return (bodyOf(because, [about]) as { for: string[] }).for;
    };
    assert.deepEqual([reasons('Patient/x'), reasons('Patient/other')], [['Diabetes'], []]);
  });

  it('is taken in the words of Quebec', () => {
    const order = takes({ ...dose(1, 'tablet'), ...every(1, 'd', { frequency: 1, ...AT_8 }) });
    const [{ row } = assert.fail()] = mapOne(order);
    assert.partialDeepStrictEqual('body' in row && 'how' in row.body && row.body.how, [
      { en: '1 tablet once a day, 8:00\u00a0a.m.', fr: '1 comprimé 1 fois par jour, 8\u00a0h\u00a000' },
    ]);
  });
});
