import { screen, waitFor, within } from '@testing-library/react';
import type { Result } from 'mock-api/contract';
import { changeSettings, store } from 'shared-ui';
import { careEvent, fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import { RESULT_TYPE } from '../../api/result-type.ts';
import feature from '../../feature.tsx';
import { blood, ecg, measured, routes } from '../../testing/records.ts';

// The home route belongs to another remote.
const home = { path: '/app', element: null };
const open = (id: string) => openRoutes([...feature.routes, home], `/profile/1/results/${id}`);
const show = async (result: Result) => {
  fakeApi(routes([result], []));
  await open(result.id);
  await screen.findByRole('heading', { level: 1, name: result.name });
};
const card = (name: string) =>
  within(screen.getByRole('heading', { level: 3, name }).closest('div[data-tone]') as HTMLElement);

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

describe('a blood test', () => {
  test('a blood test shows a summary, then each value with its verdict', async () => {
    await show(blood);
    expect(screen.getByText('Northside General Hospital · taken Mar 16, 2020')).toBeVisible();
    expect(screen.getByText('1 of 2 values is in the normal range.')).toBeVisible();
    expect(screen.getByText('White blood cells: a little above normal')).toBeVisible();
    expect(card('White blood cells').getByText('A little above normal')).toBeVisible();
    expect(card('Red blood cells').getByText('Normal')).toBeVisible();
    expect(screen.getByText('Your white blood cells were a little high.')).toBeVisible();
  });

  test('the hospital’s words in another language are marked', async () => {
    const french = { display: 'Globules blancs', languages: { display: 'fr' } };
    await show({
      ...blood,
      name: 'Formule sanguine',
      conclusion: 'Tout est normal.',
      observations: [{ ...measured(7), ...french }],
      languages: { name: 'fr', conclusion: 'fr' },
    });
    const marked = [...document.querySelectorAll('span[lang="fr"]')].map(({ textContent }) => textContent);
    expect(marked).toEqual(['Globules blancs', 'Tout est normal.', 'Globules blancs (WBC)']);
    const notes = screen.getAllByText('In the hospital’s words (French)');
    expect(notes.map((note) => note.closest('section, [data-tone]')?.textContent)).toEqual([
      expect.stringContaining('Globules blancs'),
      expect.stringContaining('Tout est normal.'),
    ]);
  });

  test('a blood test ends with a table of all values', async () => {
    await show(blood);
    const [head, ...rows] = within(screen.getByRole('table', { name: 'All values' })).getAllByRole('row');
    const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);
    expect(cells(head as HTMLElement)).toEqual(['Test', 'Result', 'Normal Value']);
    expect(rows.map(cells)).toEqual([
      ['White blood cells (WBC)', '11.8 ×10⁹/L', '3.5 to 10.5'],
      ['Red blood cells (RBC)', '4.9 ×10¹²/L', '4.3 to 5.7'],
    ]);
  });

  test('with every value in range is summarized in one sentence', async () => {
    await show({ ...blood, observations: [measured(7), { ...measured(8), id: 'other' }] });
    expect(screen.getByText('All values are in the normal range.')).toBeVisible();
  });

  test.each([
    ['a missing value', { valueQuantity: null }, ['No value yet'], ['–', '3.5 to 10.5']],
    [
      'a value in words',
      { valueQuantity: null, valueString: 'Negative', referenceRange: null },
      ['Negative'],
      ['Negative', '–'],
    ],
    [
      'the digits of the hospital',
      { valueQuantity: { value: 7, unit: 'g/L', figure: '7.00' }, code: '' },
      ['7.00'],
      ['7.00 g/L', '3.5 to 10.5'],
    ],
    [
      'a lower limit alone',
      { referenceRange: { low: 5, high: null, text: null } },
      ['Normal'],
      ['7 ×10⁹/L', '5 or more'],
    ],
    [
      'an upper limit alone',
      { referenceRange: { low: null, high: 5, text: null } },
      ['Above normal'],
      ['7 ×10⁹/L', '5 or less'],
    ],
    [
      'a range in words',
      { referenceRange: { low: null, high: null, text: 'Few' } },
      ['Normal: Few'],
      ['7 ×10⁹/L', 'Few'],
    ],
    [
      'the lower limit',
      { referenceRange: { low: 7, high: 9, text: null } },
      ['Normal, at the lower limit'],
      ['7 ×10⁹/L', '7 to 9'],
    ],
    [
      'the upper limit',
      { referenceRange: { low: 5, high: 7, text: null } },
      ['Normal, at the upper limit'],
      ['7 ×10⁹/L', '5 to 7'],
    ],
    ['far below', { referenceRange: { low: 70, high: 90, text: null } }, ['Below normal'], ['7 ×10⁹/L', '70 to 90']],
    [
      'a little below',
      { referenceRange: { low: 8, high: 20, text: null } },
      ['A little below normal'],
      ['7 ×10⁹/L', '8 to 20'],
    ],
  ])('with %s is formatted on its card and in the table', async (_, fields, said, cells) => {
    await show({ ...blood, observations: [{ ...measured(7), ...fields }] });
    for (const words of said) expect(card('White blood cells').getByText(words)).toBeVisible();
    const row = screen.getAllByRole('row')[1] as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(cells);
  });

  test('French numbers use a decimal comma', async () => {
    changeSettings({ locale: 'fr' });
    await show(blood);
    expect(screen.getByText('1 valeur sur 2 est dans la normale.')).toBeVisible();
    expect(screen.getByRole('cell', { name: '11,8 ×10⁹/L' })).toBeVisible();
  });
});

test('ReportResult shows where and when it was made, its conclusion and findings', async () => {
  await show(ecg);
  expect(screen.getByText('Your heart beats regularly.')).toBeVisible();
  const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
  expect(facts).toEqual(['Northside General Hospital', 'Mar 16, 2020', 'Mar 16, 2020', 'Dr. Amara Osei']);
  expect(screen.getByText('Your heartbeat was regular.')).toBeVisible();
  expect(card('Heart rhythm').getByText('Regular (sinus rhythm)')).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('ResultScreen opens the tab that its address names', async () => {
  const brain: Result = { ...ecg, type: RESULT_TYPE.BRAIN, questions: ['May I drive?'] };
  fakeApi({ ...routes([brain], []), 'GET v1/results/ecg/questions': { ticked: [] } });
  await open('ecg?tab=questions');
  expect(await screen.findByRole('tab', { name: 'Questions', selected: true })).toBeVisible();
  expect(await screen.findByRole('checkbox', { name: 'May I drive?' })).toBeVisible();
});

test('ResultScreen shows a not-found message for a missing result or one of another user', async () => {
  fakeApi(routes([{ ...ecg, profileId: 2 }], []));
  await open('ecg');
  expect(await screen.findByRole('heading', { name: 'This result is no longer here' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all results' })).toHaveAttribute('href', '/profile/1/results');
});

test('ResultScreen marks the event that announced the result as viewed when the user leaves', async () => {
  const news = careEvent({ id: 'news', type: 2, linkId: 'ecg' });
  fakeApi({ ...routes([ecg], [], [news]), 'POST v1/events/news/view': { ...news, status: 'VIEWED', viewed: true } });
  const user = await open('ecg');
  await screen.findByRole('heading', { level: 1, name: 'ECG' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(store.getState().events.list.map(({ status }) => status)).toEqual(['VIEWED']));
});

test('ResultScreen says that the patient no longer shares the result', async () => {
  const { permissions } = supporter({ id: 's' });
  fakeApi({
    ...routes([], []),
    'GET v1/profiles': [jordan, { ...maya, permissions }],
    'GET v1/results/ecg': { status: 404, body: { error: { code: 'NOT_SHARED', message: '' } } },
  });
  await openRoutes([...feature.routes, home], '/profile/2/results/ecg');
  expect(await screen.findByRole('heading', { name: 'Maya no longer shares this with you' })).toBeVisible();
  expect(screen.queryByText('This result is no longer here')).not.toBeInTheDocument();
});
