import type { Documents, Observations } from '../../mock-api/src/contract.ts';

const source = { name: 'Northside General Hospital', checkedAt: new Date().toISOString(), state: 'ok' } as const;
const range = { low: 135, high: 180, text: '135 to 180 g/L' };

type Series = Observations['series'][number];
type Point = Series['points'][number];

const point = (id: string, at: string, value: number, fields: Partial<Point> = {}): Point => ({
  id,
  at,
  lang: null,
  value,
  figure: `${value}`,
  words: `${value} g/L`,
  range,
  ranges: [range.text],
  verdict: value > range.high ? 'above' : value < range.low ? 'below' : 'inside',
  marks: [],
  status: null,
  notes: [],
  ...fields,
});

const inWords = { value: null, figure: null, range: null, verdict: null } as const;

const HEMOGLOBIN: Series = {
  code: '718-7',
  name: 'Hemoglobin, which carries oxygen',
  unit: 'g/L',
  points: [
    point('9', '2026-11-20T08:12:00Z', 181, { marks: ['High'] }),
    point('8', '2026-03-04T07:55:00Z', 176, {
      status: 'Corrected on Mar 5, 2026',
      notes: ['First sample was clotted'],
    }),
    point('7', '2025-11-02', 128, { marks: ['Low'] }),
    point('6', '2025-06-11', 60, { ...inWords, words: 'less than 60 g/L' }),
    point('5', '2025-05-30', 158, { range: null, verdict: null, lang: 'fr', notes: ['Prélevé à jeun'] }),
    point('4', '2024-12-01', 149),
  ],
};
const IN_OTHER_UNIT: Series = {
  ...HEMOGLOBIN,
  unit: 'g/dL',
  points: [point('2', '2023-04', 14.9, { words: '14.9 g/dL', range: null, ranges: [], verdict: null })],
};
const BLOOD_GROUP: Series = {
  code: '882-1',
  name: 'Blood group',
  unit: '',
  points: [point('1', '2019', 0, { ...inWords, words: 'A, Rhesus positive', ranges: [] })],
};

/** Measurements with exact numbers, comparators, words, corrections and two units. */
export const MEASUREMENTS: Observations = { source, series: [HEMOGLOBIN, IN_OTHER_UNIT, BLOOD_GROUP] };
/** All values of one code. */
export const ONE_MEASUREMENT: Observations = { source, series: [HEMOGLOBIN, IN_OTHER_UNIT] };

const document = { at: '2026-11-20', lang: null, kind: null, media: null, cannotOpen: null, status: null };
const file = (id: string, type: string) => ({
  id,
  title: 'Letter',
  alt: 'Letter',
  url: `v1/profiles/1/documents/${id}`,
  type,
  width: null,
  height: null,
});

/** Documents that open and some that don't, and resources that no screen shows. */
export const DOCUMENTS: Documents = {
  source,
  documents: [
    {
      ...document,
      id: 'text',
      title: 'Tips for stairs at home',
      media: file('text', 'text/plain'),
      status: 'Not final yet',
    },
    {
      ...document,
      id: 'letter',
      title: 'Letter to your family doctor about your stay',
      kind: 'Discharge summary',
      media: file('letter', 'application/pdf'),
    },
    { ...document, id: 'elsewhere', title: 'Letter of your insurance', at: '2026-09', cannotOpen: 'elsewhere' },
    { ...document, id: 'damaged', title: 'Report of your knee', at: '2017', cannotOpen: 'damaged' },
  ],
  kept: [
    { type: 'DeviceUseStatement', count: 1 },
    { type: 'ServiceRequest', count: 12 },
    { type: 'SubstancePolymer', count: 3 },
  ],
};
