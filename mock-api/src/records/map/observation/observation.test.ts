import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agesAt } from '../../fhir/time.ts';
import { bodyOf, inEnglish, mapOne, SUBJECT } from '../../testing/map-one.ts';
import { checkObservation, type Json, mutate, randomFrom } from '../../testing/mutations.ts';
import { isFor } from './range.ts';

const UCUM = 'http://unitsofmeasure.org';

/** JSON of an Observation at 2026-03-01 with these fields; a text is raw JSON, so that digits stay as written. */
const observation = (fields: string, status = 'final') =>
  `{"resourceType":"Observation","id":"o","status":"${status}","code":{"text":"Test"},"subject":{"reference":"Patient/x"},
    "effectiveDateTime":"2026-03-01"${fields === '' ? '' : `,${fields}`}}`;
const value = (number: string, unit = '"unit":"g/L"') => `"valueQuantity":{"value":${number},${unit}}`;
const range = (...ranges: string[]) => `"referenceRange":[${ranges.map((limits) => `{${limits}}`).join()}]`;
const limits = (low: string, high: string, unit = '"unit":"g/L"') =>
  `"low":{"value":${low},${unit}},"high":{"value":${high},${unit}}`;
const mark = (code: string) => `"interpretation":[{"coding":[{"code":"${code}"}]}]`;
const age = (low: number, high: number) =>
  `"age":{"low":{"value":${low},"code":"a"},"high":{"value":${high},"code":"a"}}`;

/** Title, fields of the Observation, value in words, and verdict. */
const CASES: [string, string, string | null, string | null][] = [
  ['keeps digits as written', value('1.00'), '1.00 g/L', null],
  ['rounds the noise of binary fractions', value('66.89999999999999'), '66.9 g/L', null],
  ['compares with limits included', `${value('5.0')},${range(limits('3.5', '5'))}`, '5.0 g/L', 'inside'],
  ['is above', `${value('5.1')},${range(limits('3.5', '5'))}`, '5.1 g/L', 'above'],
  ['is below', `${value('3.4')},${range(limits('3.5', '5'))}`, '3.4 g/L', 'below'],
  ['has no verdict in another unit', `${value('40')},${range(limits('3.5', '5', '"unit":"g/dL"'))}`, '40 g/L', null],
  [
    'compares UCUM codes, whatever the unit is called',
    `${value('4', `"unit":"gram","code":"g","system":"${UCUM}"`)},${range(limits('3', '5', `"unit":"g","code":"g","system":"${UCUM}"`))}`,
    '4 gram',
    'inside',
  ],
  [
    'gives a limit without a unit that of the value',
    `${value('4')},"referenceRange":[{"low":{"value":3}}]`,
    '4 g/L',
    'inside',
  ],
  ['has no verdict in a range upside down', `${value('4')},${range(limits('5', '3'))}`, '4 g/L', null],
  [
    'has no verdict in a band of another type',
    `${value('4')},${range(`${limits('3', '5')},"type":{"text":"Severe"}`)}`,
    '4 g/L',
    null,
  ],
  [
    'chooses the range for her sex',
    `${value('4')},${range(`${limits('1', '3')},"appliesTo":[{"coding":[{"code":"male"}]}]`, `${limits('3', '5')},"appliesTo":[{"coding":[{"code":"248152002"}]}]`)}`,
    '4 g/L',
    'inside',
  ],
  [
    'chooses the range for her age, its last year included',
    `${value('4')},${range(`${limits('1', '3')},${age(0, 44)}`, `${limits('3', '5')},${age(45, 46)}`)}`,
    '4 g/L',
    'inside',
  ],
  [
    'has no verdict for a range by something unknown',
    `${value('4')},${range(`${limits('3', '5')},"appliesTo":[{"text":"black"}]`)}`,
    '4 g/L',
    null,
  ],
  [
    'has no verdict if two ranges may apply',
    `${value('4')},${range(limits('3', '5'), limits('1', '3'))}`,
    '4 g/L',
    null,
  ],
  [
    'has no verdict against the mark of the hospital',
    `${value('4')},${range(limits('3', '5'))},${mark('H')}`,
    '4 g/L',
    null,
  ],
  [
    'agrees with a mark that says only that it is not normal',
    `${value('6')},${range(limits('3', '5'))},${mark('A')}`,
    '6 g/L',
    'above',
  ],
  [
    'knows where "less than" lies',
    `${value('2', '"comparator":"<","unit":"g/L"')},${range(limits('3', '5'))}`,
    'less than 2 g/L',
    'below',
  ],
  [
    'does not know where "more than" lies',
    `${value('4', '"comparator":">","unit":"g/L"')},${range(limits('3', '5'))}`,
    'more than 4 g/L',
    null,
  ],
  ['shows no unit for an annotation', value('13', '"code":"{score}"'), '13', null],
  ['shows the code where there is no unit', value('4', '"code":"mmol/L"'), '4 mmol/L', null],
  ['shows a value of words', '"valueCodeableConcept":{"text":"A positive"}', 'A positive', null],
  ['shows yes for true', '"valueBoolean":true', 'Yes', null],
  ['shows a ratio', '"valueRatio":{"numerator":{"value":1},"denominator":{"value":128}}', '1 : 128', null],
  [
    'says that a recording cannot be shown',
    '"valueSampledData":{"dimensions":1}',
    'A recording that can’t be shown here',
    null,
  ],
  [
    'says why there is no value',
    '"dataAbsentReason":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/data-absent-reason","code":"not-performed"}]}',
    'Not done',
    null,
  ],
  ['shows nothing without a value', '"valueQuantity":{"unit":"g"}', null, null],
];

const coded = (...codings: object[]) => `"code":{"coding":${JSON.stringify(codings)}}`;
const LYING = { system: 'http://loinc.org', code: '8306-3', display: 'Body height --lying', userSelected: true };
const HEIGHT = { system: 'http://loinc.org', code: '8302-2', display: 'Body height' };
const V2_LOW = '"interpretation":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v2-0078","code":"L"}]}]';

/** Title, fields of the Observation, and what is expected of the body. */
const DETAILS: [string, string, object][] = [
  ['names the code that the user chose', coded(HEIGHT, LYING), { name: 'Length, lying down' }],
  ['reads HL7 version 2’s marks', `${value('4')},${V2_LOW}`, { marks: ['Low'] }],
  ['drops a range that only says that there is none', `${value('4')},${range('"text":"NA"')}`, { ranges: [] }],
  [
    'names a device’s code in words',
    coded({ system: 'urn:oid:2.16.840.1.113883.6.24', code: '131328', display: 'MDC_ECG_ELEC_POTL' }),
    { name: 'Heart tracing (ECG)' },
  ],
];

describe('an Observation', () => {
  for (const [title, fields, expected] of DETAILS)
    it(title, () => {
      const body = bodyOf(observation(fields)) as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
    });

  it('has no mark when it was cancelled', () => {
    assert.deepEqual((bodyOf(observation(mark('L'), 'cancelled')) as { marks: string[] }).marks, []);
  });

  it('gives a part without a name that of the whole, once', () => {
    const code = { coding: [{ system: 'http://acme.org', code: 'alcohol' }] };
    const component = [{ code, valueString: 'Wine' }];
    const whole = { coding: [{ ...code.coding[0], display: 'Type of alcohol' }] };
    const rows = mapOne({ resourceType: 'Observation', id: 'o', subject: SUBJECT, code: whole, component });
    const shown = rows.map(({ row }) => (inEnglish(row) as { body: { name: string; partOf?: string } }).body);
    assert.deepEqual(
      shown.map(({ name, partOf }) => [name, partOf]),
      [
        ['Type of alcohol', undefined],
        ['Type of alcohol', undefined],
      ],
    );
  });

  it('is compared by age if only the year of birth is known and any day of it gives the same answer', () => {
    const low = { value: { value: 15, written: '15', toJSON: () => ({}) }, code: 'a' };
    const applies = (birthDate: string) => isFor({ age: { low } }, undefined, agesAt(birthDate, '2018-02-16'));
    assert.deepEqual([applies('1957'), applies('2003'), applies('2010')], [true, undefined, false]);
  });

  for (const [title, fields, words, verdict] of CASES)
    it(title, () => {
      const body = bodyOf(observation(fields)) as { words: string | null; verdict: string | null };
      assert.deepEqual([body.words, body.verdict], [words, verdict]);
    });

  it('has no verdict when it was cancelled', () => {
    const body = bodyOf(observation(`${value('4')},${range(limits('3', '5'))}`, 'cancelled')) as Record<
      string,
      unknown
    >;
    assert.deepEqual([body.verdict, body.status], [null, 'Not done']);
  });

  it('is listed with a decimal comma in French', () => {
    const [{ row } = { row: undefined }] = mapOne(observation(value('1.50')));
    assert.deepEqual(row && 'body' in row && 'words' in row.body && row.body.words, { en: '1.50 g/L', fr: '1,50 g/L' });
  });

  it('names components that share a text by their codes, and groups LOINC codes over time', () => {
    const part = (code: string, display: string) => ({
      code: { text: 'breathing', coding: [{ system: 'http://loinc.org', code, display }] },
      valueInteger: 2,
    });
    const component = [part('32402-0', 'Heart rate Apgar'), part('32405-3', 'Breathing Apgar')];
    const rows = mapOne({ resourceType: 'Observation', id: 'o', subject: SUBJECT, code: { text: 'Apgar' }, component });
    const shown = rows.map(({ row }) => inEnglish(row) as { code: string; body: { name: string; partOf?: string } });
    assert.deepEqual(
      shown.map(({ code, body }) => [code.length, body.name, body.partOf]),
      [
        [16, 'Apgar', undefined],
        [7, 'Heart rate Apgar', 'Apgar'],
        [7, 'Breathing Apgar', 'Apgar'],
      ],
    );
  });

  it('is kept if a field has the wrong shape, and not shown when it was a mistake', () => {
    assert.deepEqual(bodyOf({ resourceType: 'Observation', id: 'o', subject: SUBJECT, code: 'x' }), {
      why: 'shape',
      type: 'Observation',
    });
    assert.deepEqual(mapOne(observation(value('4'), 'entered-in-error')), []);
  });

  it('never shows a wrong verdict, range or unit when fields are mutated', () => {
    const compared = CASES.filter(([, , , verdict]) => verdict !== null);
    const examples = compared.map(([, fields]) => JSON.parse(observation(fields)) as Json);
    const random = randomFrom(1);
    let verdicts = 0;
    for (let turn = 0; turn < 200; turn += 1)
      verdicts += checkObservation(mutate(examples[turn % examples.length] ?? null, examples, random)).verdicts;
    assert.ok(verdicts > 20, `${verdicts} verdicts`);
  });
});
