import type { Result } from 'mock-api/contract';
import { between, blood, mark, measured, observation } from '../../testing/records.ts';
import { outcomeOf } from './outcome.ts';

const picture = { id: 'front', title: 'Front', alt: '', url: '', type: 'image/webp', width: 10, height: 10 };
const missing = observation({ valueQuantity: null });
const inWords = observation({ valueQuantity: null, valueString: 'Clear lungs', referenceRange: null });
const without: Partial<Result> = { observations: [], conclusion: null };

test.each<[string, Partial<Result>, string, number]>([
  ['every value in range', { observations: [measured(7), measured(3.5)] }, 'normal', 0],
  ['one value outside', { observations: [measured(7), measured(11.8)] }, 'outside', 1],
  ['values below and above', { observations: [measured(1), measured(30)] }, 'outside', 2],
  [
    'marks of the hospital, which count more than ranges',
    {
      observations: [
        { ...measured(7), mark: mark('very high', 'above', true) },
        { ...measured(30), mark: mark('normal', 'inside') },
      ],
    },
    'outside',
    1,
  ],
  [
    'a normal value and one marked as normal',
    { observations: [measured(7), { ...missing, mark: mark('normal', 'inside') }] },
    'normal',
    0,
  ],
  ['a value outside and one missing', { observations: [measured(30), missing] }, 'outside', 1],
  ['a value in range and one missing', { observations: [measured(7), missing] }, 'incomplete', 0],
  ['a value in range and one in words', { observations: [measured(7), inWords] }, 'report', 0],
  ['no range', { observations: [measured(7, null)] }, 'report', 0],
  ['a range upside down', { observations: [measured(7, between(10, 3))] }, 'report', 0],
  ['nothing but its sentence', without, 'report', 0],
  ['a document', { ...without, media: [{ ...picture, type: 'application/pdf' }] }, 'report', 0],
  ['pictures', { ...without, media: [picture] }, 'pictures', 0],
  ['pictures and a conclusion', { observations: [], media: [picture] }, 'picturesAndReport', 0],
  [
    'pictures and a finding in words',
    { conclusion: null, observations: [inWords], media: [picture] },
    'picturesAndReport',
    0,
  ],
  ['pictures and a value outside', { observations: [measured(30)], media: [picture] }, 'outside', 1],
])('outcomeOf handles a result with %s', (_, fields, kind, count) => {
  expect(outcomeOf({ ...blood, ...fields })).toEqual({ kind, count });
});
