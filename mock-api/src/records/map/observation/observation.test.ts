import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { agesAt } from '../../fhir/time.ts';
import { bodyOf, inEnglish, mapOne, SUBJECT } from '../../testing/map-one.ts';
import { checkObservation, type Json, mutate, randomFrom } from '../../testing/mutations.ts';
import { isFor } from './ranges.ts';

const UCUM = 'http://unitsofmeasure.org';

/** JSON of an Observation at 2026-03-01 with these fields; a text is raw JSON, so that digits stay as written. */
const observation = (fields: string, status = 'final') =>
  `{"resourceType":"Observation","id":"o","status":"${status}","code":{"text":"Test"},"subject":{"reference":"Patient/x"},
    "effectiveDateTime":"2026-03-01"${fields === '' ? '' : `,${fields}`}}`;
const value = (number: string, unit = '"unit":"g/L"') => `"valueQuantity":{"value":${number},${unit}}`;
const range = (...ranges: string[]) => `"referenceRange":[${ranges.map((limits) => `{${limits}}`).join()}]`;
const limits = (low: string, high: string, unit = '"unit":"g/L"') =>
  `"low":{"value":${low},${unit}},"high":{"value":${high},${unit}}`;
const compared = (comparator: string, number: string) => value(number, `"comparator":"${comparator}","unit":"g/L"`);
/** 4 g/L, with these reference ranges. */
const four = (...ranges: string[]) => `${value('4')},${range(...ranges)}`;
const mark = (code: string, system = '') => `"interpretation":[{"coding":[{${system}"code":"${code}"}]}]`;
const V2 = '"system":"http://terminology.hl7.org/CodeSystem/v2-0078",';
const age = (low: number, high: number) =>
  `"age":{"low":{"value":${low},"code":"a"},"high":{"value":${high},"code":"a"}}`;
const sex = (code: string) => `"appliesTo":[{"coding":[{"code":"${code}"}]}]`;
const gram = (unit: string) => `"unit":"${unit}","code":"g","system":"${UCUM}"`;
const ABSENT = '"system":"http://terminology.hl7.org/CodeSystem/data-absent-reason","code":"not-performed"';
const NORMAL = limits('3', '5');
const OTHER = limits('1', '3');

/** Title, fields of the Observation, value in words, and verdict. */
const CASES: [string, string, string | null, string | null][] = [
  ['keeps digits as written', value('1.00'), '1.00 g/L', null],
  ['rounds the noise of binary fractions', value('66.89999999999999'), '66.9 g/L', null],
  ['compares with limits included', `${value('5.0')},${range(limits('3.5', '5'))}`, '5.0 g/L', 'inside'],
  ['is above', `${value('5.1')},${range(limits('3.5', '5'))}`, '5.1 g/L', 'above'],
  ['is below', `${value('3.4')},${range(limits('3.5', '5'))}`, '3.4 g/L', 'below'],
  ['is above the only limit', four('"high":{"value":3}'), '4 g/L', 'above'],
  ['is inside the only limit, which has the unit of the value', four('"low":{"value":3}'), '4 g/L', 'inside'],
  ['has no verdict in another unit', `${value('40')},${range(limits('3.5', '5', '"unit":"g/dL"'))}`, '40 g/L', null],
  [
    'compares UCUM codes, whatever the unit is called',
    `${value('4', gram('gram'))},${range(limits('3', '5', gram('g')))}`,
    '4 gram',
    'inside',
  ],
  ['has no verdict in a range upside down', four(limits('5', '3')), '4 g/L', null],
  ['has no verdict in a band of another type', four(`${NORMAL},"type":{"text":"Severe"}`), '4 g/L', null],
  [
    'chooses the range for her sex',
    four(`${OTHER},${sex('male')}`, `${NORMAL},${sex('248152002')}`),
    '4 g/L',
    'inside',
  ],
  [
    'chooses the range for her age, its last year included',
    four(`${OTHER},${age(0, 44)}`, `${NORMAL},${age(45, 46)}`),
    '4 g/L',
    'inside',
  ],
  ['has no verdict by something unknown', four(`${NORMAL},"appliesTo":[{"text":"black"}]`), '4 g/L', null],
  ['has no verdict if two ranges may apply', four(NORMAL, OTHER), '4 g/L', null],
  ['has no verdict against the mark of the hospital', `${four(NORMAL)},${mark('H')}`, '4 g/L', null],
  ['agrees with a mark that says only that it is not normal', `${four(OTHER)},${mark('A')}`, '4 g/L', 'above'],
  ['knows where "less than" lies', `${compared('<', '2')},${range(NORMAL)}`, 'less than 2 g/L', 'below'],
  ['knows not where "more than" lies', `${compared('>', '4')},${range(NORMAL)}`, 'more than 4 g/L', null],
  ['says "at most"', compared('<=', '2'), 'at most 2 g/L', null],
  ['says "at least"', compared('>=', '2'), 'at least 2 g/L', null],
  ['shows no unit for an annotation', value('13', '"code":"{score}"'), '13', null],
  ['shows the code where there is no unit', value('4', '"code":"mmol/L"'), '4 mmol/L', null],
  ['shows a value of words', '"valueCodeableConcept":{"text":"A positive"}', 'A positive', null],
  ['shows yes for true', '"valueBoolean":true', 'Yes', null],
  ['shows a ratio', '"valueRatio":{"numerator":{"value":1},"denominator":{"value":128}}', '1 : 128', null],
  ['says why there is no value', `"dataAbsentReason":{"coding":[{${ABSENT}}]}`, 'Not done', null],
  ['shows nothing without a value', '"valueQuantity":{"unit":"g"}', null, null],
];

describe('an Observation', () => {
  it('reads HL7 version 2’s marks, and has none when it was cancelled', () => {
    const markOf = (fields: string, status?: string) =>
      (bodyOf(observation(fields, status)) as { mark: { text: string } | null }).mark?.text;
    const marks = [markOf(mark('L', V2)), markOf(mark('L'), 'cancelled')];
    assert.deepEqual(marks, ['The hospital marked this as below normal', undefined]);
  });

  it('drops a range that only says that there is none', () => {
    assert.deepEqual((bodyOf(observation(four('"text":"NA"'))) as { ranges: string[] }).ranges, []);
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
    const body = bodyOf(observation(four(NORMAL), 'cancelled')) as { verdict: string | null; status: string };
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
    const wrong = bodyOf({ resourceType: 'Observation', id: 'o', subject: SUBJECT, code: 'x' });
    assert.deepEqual(wrong, { why: 'shape', type: 'Observation' });
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
