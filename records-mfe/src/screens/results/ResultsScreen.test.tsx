import { act, screen } from '@testing-library/react';
import type { CareEvent } from 'mock-api/contract';
import { changeSettings, EVENT_TYPE } from 'shared-ui';
import { careEvent, openPage } from 'shared-ui/testing';
import { blood, ecg, openScreen } from '../../testing/records.ts';
import { measured, observation } from '../../testing/values.ts';

const open = (results: object[], events: CareEvent[] = []) =>
  openScreen('results', { 'GET v1/results': results, 'GET events': events });

beforeEach(openPage);

test('ResultsScreen lists the results of the profile with outcome, hospital and date', async () => {
  await open([blood, ecg, { ...ecg, id: 'x', profileId: 2, name: 'Of Maya' }]);
  expect(screen.getByRole('heading', { level: 1, name: 'My Results' })).toHaveFocus();
  await screen.findByRole('link', { name: /^Blood test/ });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Blood test1 to look atNorthside General HospitalMar 16, 2020',
    'ECGYour heart beats regularly.Northside General HospitalMar 16, 2020',
    'My records',
  ]);
  expect(links[0]).toHaveAttribute('href', '/profile/1/results/blood');
});

test.each([
  ['every value in range', [measured(7)], 'All normal', 'Tout est normal', 'circle-check'],
  ['a value outside', [measured(30, 'above')], '1 to look at', '1 valeur à regarder', 'circle-alert'],
  [
    'two outside',
    [measured(1, 'below'), measured(30, 'above')],
    '2 to look at',
    '2 valeurs à regarder',
    'circle-alert',
  ],
  ['neither verdict nor conclusion', [observation({ verdict: null })], 'Report ready', 'Rapport prêt', 'file-text'],
])(
  'a result with %s says so in words and with an icon, in both languages',
  async (_, values, english, french, icon) => {
    const observations = values.map((value, index) => ({ ...value, id: `${index}` }));
    await open([{ ...blood, conclusion: null, observations }]);
    const outcome = await screen.findByText(english);
    expect(outcome).toBeVisible();
    expect(outcome.parentElement?.querySelector('svg')).toHaveClass(`lucide-${icon}`);
    act(() => changeSettings({ locale: 'fr' }));
    expect(await screen.findByText(french)).toBeVisible();
  },
);

test('a result with a corrected value says so with the day', async () => {
  const status = 'Corrected by the hospital, March 5, 2026';
  await open([{ ...blood, observations: [measured(7), measured(8, 'inside', { status, isCorrected: true })] }]);
  expect(await screen.findByRole('link', { name: /^Blood test/ })).toHaveTextContent(`All normal${status}Northside`);
});

test('a result is marked as new if it was announced as new and has not been read', async () => {
  const announced = (linkId: string, fields: Partial<CareEvent> = {}) =>
    careEvent({ id: `of-${linkId}`, type: EVENT_TYPE.RESULT, linkId, status: 'NOT_VIEWED', ...fields });
  const earlier = { ...ecg, id: 'earlier', name: 'Of an earlier stay' };
  const events = [
    announced('blood'),
    announced('ecg', { viewed: true }),
    announced('earlier', { previousStay: true, status: 'COMPLETED' }),
  ];
  await open([blood, ecg, earlier], events);
  await screen.findByRole('link', { name: /Blood test.*New/ });
  expect(screen.getAllByText('New')).toHaveLength(1);
});

test('the heading names the supported person', async () => {
  await openScreen('results', {}, 2);
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya’s Results' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No results to show yet' })).toBeVisible();
});
