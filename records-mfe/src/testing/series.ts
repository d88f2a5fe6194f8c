import type { Documents, Observation, Observations } from 'mock-api/contract';
import { judged, observation } from './values.ts';

type Series = Observations['series'][number];

const source = { name: 'Northside General Hospital', checkedAt: '2026-03-01T08:00:00.000Z', state: 'ok' } as const;

/** Returns a value of 176 g/L without a range; override the fields that differ. */
export const point = (fields: Partial<Observation> = {}): Observation =>
  observation({
    id: 'point',
    code: '',
    display: 'Hemoglobin',
    effectiveDateTime: '2026-01-05',
    ...grams(176),
    referenceRange: null,
    verdict: null,
    ...fields,
  });

/** Returns the fields of a number; null: of a value that is no plain number. */
export const grams = (value: number | null, unit = 'g/L'): Pick<Observation, 'valueQuantity' | 'valueString'> =>
  value === null
    ? { valueQuantity: null, valueString: 'less than 50 g/L' }
    : { valueQuantity: { value, figure: `${value}`, unit }, valueString: null };

const referenceRange = { low: 135, high: 180, text: '135 to 180 g/L' };
const corrected = { referenceRange, ...judged('inside'), status: 'Corrected', interpretation: ['Normal'] };

/** Values of hemoglobin in two units that don't convert exactly, newest first. */
export const hemoglobin: Series[] = [
  {
    code: '718-7',
    name: 'Hemoglobin',
    unit: 'g/L',
    points: [
      point({ id: 'new', effectiveDateTime: '2025-05-04', ...grams(181), referenceRange, ...judged('above') }),
      point({ id: 'corrected', effectiveDateTime: '2025-03-02', ...corrected, note: ['Sample was late'] }),
      point({ id: 'less', effectiveDateTime: '2025-02-01', ...grams(null), referenceRange }),
    ],
  },
  {
    code: '718-7',
    name: 'Hemoglobin',
    unit: 'mmol/L',
    points: [point({ id: 'other', ...grams(10.9, 'mmol/L') })],
  },
];

const pressure = (place: 'upper' | 'lower', code: string, values: number[], kind: 'inside' | 'above'): Series => ({
  code,
  name: place === 'upper' ? 'Upper blood pressure' : 'Lower blood pressure',
  unit: 'mmHg',
  pair: { id: 'pair', name: 'Blood pressure', place },
  points: values.map((value, index) =>
    point({
      id: `${place}-${index}`,
      effectiveDateTime: `2025-0${5 - index}-04`,
      ...grams(value, 'mmHg'),
      referenceRange: {
        low: null,
        high: place === 'upper' ? 130 : 85,
        text: `at most ${place === 'upper' ? 130 : 85} mmHg`,
      },
      ...judged(index === 0 ? kind : 'inside'),
    }),
  ),
});

/** Three measurements of blood pressure, newest first: the upper one is above its range. */
export const bloodPressure: Series[] = [
  pressure('upper', '8480-6', [141, 128, 121], 'above'),
  pressure('lower', '8462-4', [82, 80, 79], 'inside'),
];

/** Returns the API's response with these series. */
export const observations = (
  series: Series[] = hemoglobin,
  fields: Partial<Observations['source']> = {},
): Observations => ({
  source: { ...source, ...fields },
  series,
});

type Document = Documents['documents'][number];

/** Returns a PDF letter; override the fields that differ. */
export const letter = (fields: Partial<Document> = {}): Document => ({
  id: 'letter',
  at: '2026-02-03',
  lang: null,
  title: 'Letter to your family doctor',
  kind: 'Discharge summary',
  media: {
    id: 'letter-file',
    title: 'Letter to your family doctor',
    alt: '',
    url: 'v1/profiles/1/documents/letter-file',
    type: 'application/pdf',
    width: null,
    height: null,
  },
  cannotOpen: null,
  status: null,
  ...fields,
});

/** Returns the API's response with these documents. */
export const documents = (
  list: Document[] = [letter()],
  kept: Documents['kept'] = [],
  fields: Partial<Documents['source']> = {},
): Documents => ({ source: { ...source, ...fields }, documents: list, kept });
