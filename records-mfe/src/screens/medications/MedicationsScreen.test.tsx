import { screen, within } from '@testing-library/react';
import type { Medications } from 'mock-api/contract';
import { changeSettings } from 'shared-ui';
import { maya, openPage } from 'shared-ui/testing';
import { medication, source } from '../../testing/hospital-record.ts';
import { openScreen, sharedBy } from '../../testing/records.ts';

beforeEach(openPage);

async function open(medications: Medications['medications'], profileId = 1) {
  await openScreen('medications', { [`GET v1/profiles/${profileId}/medications`]: { source, medications } }, profileId);
  await screen.findAllByRole('heading', { level: 2 });
}

const card = (name: string) => within(screen.getByRole('heading', { name, level: 4 }).closest('li') ?? document.body);

test('MedicationsScreen shows how, when and for what a medication is taken', async () => {
  await open([medication({ notes: ['With food'] }), medication({ id: 'unsaid', name: 'Iron', how: [], times: [] })]);
  expect(card('Iron').getByText('The record doesn’t say how to take it. Please ask.')).toBeVisible();
  const shown = card('Metformin 500 mg');
  for (const text of ['One tablet with breakfast', '8:00 a.m. · at bedtime', 'Type 2 diabetes', 'With food'])
    expect(shown.getByText(text)).toBeVisible();
  expect(shown.getByText(/^Feb 17, 2026/)).toBeVisible();
  expect(shown.getByRole('link', { name: 'Ask about this medication (Metformin 500 mg)' })).toHaveAttribute(
    'href',
    '/profile/1/requests/new?kind=question&type=medication&id=metformin',
  );
});

test('an item offers no question to a supporter who may not ask', async () => {
  const answers = {
    'GET v1/profiles': sharedBy({ feedback: false }),
    'GET v1/profiles/2/medications': { source, medications: [medication()] },
  };
  await openScreen('medications', answers, 2);
  expect(await screen.findByRole('heading', { name: 'Metformin 500 mg' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Ask/ })).not.toBeInTheDocument();
});

test('MedicationsScreen groups by state, current ones first, and says why one was stopped', async () => {
  await open([
    medication({ id: 'past', name: 'Amoxicillin', state: 'past', why: ['Rash'] }),
    medication({ id: 'paused', name: 'Water pill', state: 'paused' }),
    medication({ id: 'not', name: 'Ibuprofen', state: 'do-not-take' }),
    medication({ id: 'planned', name: 'Iron', state: 'planned' }),
    medication({ id: 'unclear', name: 'Inhaler', state: 'unclear' }),
    medication(),
  ]);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'To take now',
    'Do not take',
    'Not clear',
    'Paused',
    'Planned',
    'No longer taken',
  ]);
  expect(card('Amoxicillin').getByText('Why it was stopped')).toBeVisible();
  expect(card('Amoxicillin').getByText('Rash')).toBeVisible();
  expect(screen.getByText(/doesn’t say clearly whether to take these/)).toBeVisible();
});

test('MedicationsScreen separates prescribed and reported medications, and shows that they differ', async () => {
  const told = medication({ id: 'told', basis: 'reported', how: ['With supper only'] });
  await open([medication(), told, medication({ id: 'd', name: 'Vitamin D', basis: 'reported' })]);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'As prescribed',
    'As you told us',
  ]);
  const note = within(screen.getByText('These don’t agree').parentElement ?? document.body);
  expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Metformin 500 mg']);
});

test.each<[string, Partial<Medications['medications'][number]>, boolean]>([
  ['the same is told', { basis: 'reported' }, false],
  ['it was taken before', { state: 'past', how: ['Twice a day'] }, false],
  ['it must not be taken', { state: 'do-not-take' }, true],
  ['it is paused', { state: 'paused', name: 'metformin 500 MG ' }, true],
])('MedicationsScreen marks a medication as contradicted only if it is: %s', async (_, fields, isContradicted) => {
  await open([medication(), medication({ id: 'other', ...fields })]);
  expect(screen.queryAllByText('These don’t agree')).toHaveLength(isContradicted ? 1 : 0);
});

test('MedicationsScreen tells a supporter whose medications they are', async () => {
  await open([medication({ basis: 'reported' })], 2);
  expect(screen.getByRole('heading', { level: 1, name: `${maya.data.firstName}’s medications` })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'As the hospital was told' })).toBeVisible();
});

test('MedicationsScreen marks the hospital’s words in another language', async () => {
  changeSettings({ locale: 'fr' });
  await open([medication({ lang: 'en' })]);
  expect(screen.getByText('One tablet with breakfast')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Dans les mots de l’hôpital (anglais)')).toBeVisible();
  expect(screen.getByText('8 h 00 · at bedtime')).toBeVisible();
});
