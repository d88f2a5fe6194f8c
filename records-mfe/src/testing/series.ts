import type { Documents, Observations } from 'mock-api/contract';

type Series = Observations['series'][number];

const source = { name: 'Northside General Hospital', checkedAt: '2026-03-01T08:00:00.000Z', state: 'ok' } as const;

/** Returns a value of 176 g/L without a range; override the fields that differ. */
export const point = (fields: Partial<Series['points'][number]> = {}): Series['points'][number] => ({
  id: 'point',
  at: '2026-01-05',
  lang: null,
  value: 176,
  figure: '176',
  words: '176 g/L',
  range: null,
  ranges: [],
  verdict: null,
  mark: null,
  marks: [],
  status: null,
  notes: [],
  ...fields,
});

const range = { low: 135, high: 180, text: '135 to 180 g/L' };
const less = { value: null, figure: null, words: 'less than 50 g/L', ranges: [range.text] };
const corrected = { range, verdict: 'inside', status: 'Corrected' } as const;

/** Values of hemoglobin in two units, newest first. */
export const hemoglobin: Series[] = [
  {
    code: '718-7',
    name: 'Hemoglobin',
    unit: 'g/L',
    points: [
      point({ id: 'new', at: '2025-05-04', value: 181, figure: '181', words: '181 g/L', range, verdict: 'above' }),
      point({ id: 'corrected', at: '2025-03-02', ...corrected, marks: ['Normal'], notes: ['Sample was late'] }),
      point({ id: 'less', at: '2025-02-01', ...less }),
    ],
  },
  {
    code: '718-7',
    name: 'Hemoglobin',
    unit: 'g/dL',
    points: [point({ id: 'other', value: 17.6, words: '17.6 g/dL' })],
  },
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
