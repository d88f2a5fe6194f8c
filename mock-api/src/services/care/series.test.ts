import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { mapOne, SUBJECT } from '../../records/testing/map-one.ts';
import type { StoredItem } from '../../repositories/care/records.ts';
import { ofCode, seriesOf } from './series.ts';

const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] });
const amount = (value: string, unit: string) => ({ valueQuantity: { value: JSON.rawJSON(value), unit } });
const range = (low: number, high: number, unit: string) => ({
  referenceRange: [
    {
      low: { value: low, unit },
      high: { value: high, unit },
      appliesTo: [{ text: 'Women', coding: [{ code: '248152002' }] }],
    },
  ],
});
const observation = (day: number, fields: object): object => ({
  resourceType: 'Observation',
  id: `o${day}`,
  status: 'final',
  subject: SUBJECT,
  effectiveDateTime: `2026-03-0${day}`,
  ...fields,
});
const hemoglobin = (day: number, value: string, unit: string, fields: object = {}) =>
  observation(day, { code: loinc('718-7'), ...amount(value, unit), ...fields });
const bloodPressure = (day: number, upper: object, lower: object, fields: object = {}) =>
  observation(day, {
    code: loinc('85354-9'),
    component: [
      { code: loinc('8480-6'), ...upper },
      { code: loinc('8462-4'), ...lower },
    ],
    ...fields,
  });

/** Returns what the database has of Observations, newest first, as the record's mappers make it. */
const stored = (...observations: object[]) =>
  observations
    .flatMap((one) => mapOne(one as Resource))
    .flatMap(({ row }, index) =>
      row.table === 'record_items'
        ? [{ ...row, id: `${index}`, hash: '', part: undefined } as unknown as StoredItem<'observation'>]
        : [],
    )
    .sort((one, other) => (other.at ?? '').localeCompare(one.at ?? ''));

/** Returns the units of the series, and the values of their points as they are shown. */
const shown = (...observations: object[]) =>
  seriesOf(stored(...observations), 'en').map(({ unit, points }) => [
    unit,
    ...points.map(({ valueQuantity, valueString, original }) =>
      [valueQuantity ? `${valueQuantity.figure} ${valueQuantity.unit}` : valueString, original]
        .filter(Boolean)
        .join(' from '),
    ),
  ]);

describe('series of measurements', () => {
  it('are one in the newest unit if the units convert exactly, and say what the hospital sent', () => {
    const values = [hemoglobin(1, '13.4', 'g/dL'), hemoglobin(2, '128', 'g/L'), hemoglobin(3, '140', 'g/L')];
    assert.deepEqual(shown(...values), [['g/L', '140 g/L', '128 g/L', '134 g/L from 13.4 g/dL']]);
    const newest = hemoglobin(4, '12.95', 'g/dl');
    assert.deepEqual(shown(...values, newest), [
      ['g/dl', '12.95 g/dl', '14.00 g/dl from 140 g/L', '12.80 g/dl from 128 g/L', '13.40 g/dl'],
    ]);
  });

  it('are apart if the units don’t convert exactly, or the hospital’s unit and its code contradict each other', () => {
    assert.deepEqual(shown(hemoglobin(1, '8.3', 'mmol/L'), hemoglobin(2, '134', 'g/L')), [
      ['g/L', '134 g/L'],
      ['mmol/L', '8.3 mmol/L'],
    ]);
    const contradicting = {
      valueQuantity: { value: 13.4, unit: 'g/dL', code: 'g/L', system: 'http://unitsofmeasure.org' },
    };
    assert.deepEqual(shown(hemoglobin(1, '1', 'g/L', contradicting), hemoglobin(2, '134', 'g/L')), [
      ['g/L', '134 g/L'],
      ['g/dL', '13.4 g/dL'],
    ]);
  });

  it('keep the verdict of the value as it was sent, beside its range in the other unit', () => {
    const values = [
      hemoglobin(1, '16.0', 'g/dL', range(12, 16, 'g/dL')),
      hemoglobin(2, '161', 'g/L', range(120, 160, 'g/L')),
    ];
    const [series] = seriesOf(stored(...values), 'en');
    assert.deepEqual(
      series?.points.map(({ verdict, referenceRange }) => [verdict?.kind, referenceRange]),
      [
        ['above', { low: 120, high: 160, text: '120 to 160 g/L (Women)' }],
        ['atHigh', { low: 120, high: 160, text: '120 to 160 g/L (Women)' }],
      ],
    );
  });

  it('have the two numbers of blood pressure side by side, measurement by measurement', () => {
    const whole = (day: number, upper: string, lower: string) =>
      bloodPressure(day, amount(upper, 'mmHg'), amount(lower, 'mmHg'));
    const notDone = { dataAbsentReason: { text: 'Not done' } };
    const items = stored(
      whole(1, '121', '80'),
      bloodPressure(2, amount('130', 'mmHg'), notDone),
      whole(3, '118', '79.5'),
      bloodPressure(4, amount('17', 'kPa'), amount('11', 'kPa')),
      bloodPressure(5, amount('140', 'mmHg'), {}),
    );
    const series = seriesOf(items, 'en');
    assert.deepEqual(
      series.map(({ pair, unit, points }) => [
        pair?.name,
        pair?.place,
        unit,
        points.map(({ valueQuantity, valueString }) => valueQuantity?.figure ?? valueString),
      ]),
      [
        [undefined, undefined, 'mmHg', ['140']],
        ['Blood pressure', 'upper', 'kPa', ['17']],
        ['Blood pressure', 'lower', 'kPa', ['11']],
        ['Blood pressure', 'upper', 'mmHg', ['118', '130', '121']],
        ['Blood pressure', 'lower', 'mmHg', ['79.5', 'Not done', '80.0']],
      ],
    );
    const [, kpa, lowerKpa, mmHg] = series.map(({ pair }) => pair?.id);
    assert.deepEqual([kpa === lowerKpa, kpa === mmHg], [true, false]);
    assert.deepEqual(ofCode(series, '8462-4').length, 4);
  });

  it('say that a value is corrected, and on which day', () => {
    const fields = { status: 'corrected', issued: '2026-03-05T09:00:00-05:00' };
    const values = [hemoglobin(1, '134', 'g/L', fields), hemoglobin(2, '135', 'g/L', { status: 'amended' })];
    const [series] = seriesOf(stored(...values, hemoglobin(3, '136', 'g/L')), 'fr');
    assert.deepEqual(
      series?.points.map(({ status, isCorrected }) => [status, isCorrected]),
      [
        [undefined, undefined],
        ['Corrigé par l’hôpital', true],
        ['Corrigé par l’hôpital, 5 mars 2026', true],
      ],
    );
  });
});
