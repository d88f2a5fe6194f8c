import type { Result } from 'mock-api/contract';
import { blood } from '../../testing/records.ts';
import { judged, marked, measured, observation } from '../../testing/values.ts';
import { hospitalOutcome, outcomeOf } from './outcome.tsx';

const picture = { id: 'front', title: 'Front', alt: '', url: '', type: 'image/webp', width: 10, height: 10 };
const missing = observation({ valueQuantity: null, ...judged('missing') });
const inWords = observation({ valueQuantity: null, valueString: 'Clear lungs', referenceRange: null, verdict: null });
const without: Partial<Result> = { observations: [], conclusion: null };

test.each<[string, Partial<Result>, string, number]>([
  ['every value in range', { observations: [measured(7), measured(3.5, 'atLow')] }, 'normal', 0],
  ['one value outside', { observations: [measured(7), measured(11.8, 'above')] }, 'outside', 1],
  ['values below and above', { observations: [measured(1, 'below'), measured(30, 'above')] }, 'outside', 2],
  [
    'marks of the hospital, which count more than ranges',
    {
      observations: [
        { ...measured(7), ...marked('very high', 'above', { isCritical: true }) },
        { ...measured(30), ...marked('normal', 'inside') },
      ],
    },
    'outside',
    1,
  ],
  [
    'a normal value and one marked as normal',
    { observations: [measured(7), { ...missing, ...marked('normal', 'inside') }] },
    'normal',
    0,
  ],
  ['a value outside and one missing', { observations: [measured(30, 'above'), missing] }, 'outside', 1],
  ['a value in range and one missing', { observations: [measured(7), missing] }, 'incomplete', 0],
  ['a value in range and one in words', { observations: [measured(7), inWords] }, 'report', 0],
  ['no verdict', { observations: [observation({ verdict: null })] }, 'report', 0],
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
  ['pictures and a value outside', { observations: [measured(30, 'above')], media: [picture] }, 'outside', 1],
])('outcomeOf handles a result with %s', (_, fields, kind, count) => {
  expect(outcomeOf({ ...blood, ...fields })).toEqual({ kind, count });
});

const NECK = 'No bone is broken.';
const only: Partial<Result> = { conclusion: null, observations: [inWords] };

test.each<[string, Partial<Result>, string | undefined]>([
  ['a sentence of its own for the conclusion', { content: NECK, conclusion: 'The bones are in line.' }, NECK],
  ['a conclusion of one sentence', { content: NECK, conclusion: NECK }, NECK],
  ['a conclusion that goes on', { content: NECK, conclusion: `${NECK} There is a nodule.` }, `${NECK} …`],
  [
    'a status before the sentence',
    { content: `Not final yet · ${NECK}`, conclusion: `${NECK} There is a nodule.` },
    `Not final yet · ${NECK} …`,
  ],
  ['a long sentence', { content: 'word '.repeat(60), conclusion: 'Other' }, `${'word '.repeat(32)}…`],
  ['only a finding in words', only, 'Clear lungs'],
  ['several findings', { ...only, observations: [inWords, { ...inWords, id: 'other' }] }, undefined],
  ['neither', without, undefined],
])('hospitalOutcome handles a result with %s', (_, fields, text) => {
  expect(hospitalOutcome({ ...blood, ...fields })?.text).toBe(text);
});

test('hospitalOutcome keeps the language of the hospital’s words', () => {
  const languages = { name: 'fr', content: 'fr', conclusion: 'fr' };
  expect(hospitalOutcome({ ...blood, languages })?.lang).toBe('fr');
});
