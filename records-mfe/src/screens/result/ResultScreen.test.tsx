import { act, screen, waitFor, within } from '@testing-library/react';
import type { Observation, Result } from 'mock-api/contract';
import { changeSettings, runtimeConfig, store } from 'shared-ui';
import { careEvent, openPage, setRuntimeConfig } from 'shared-ui/testing';
import { blood, ecg, openScreen } from '../../testing/records.ts';
import { between, judged, marked, measured } from '../../testing/values.ts';
import { RESULT_TYPE } from './parts.tsx';

const open = (results: Result[], path: string, more: object = {}) =>
  openScreen(`results/${path}`, { 'GET v1/results': results, ...more });
const show = async (result: Result) => {
  await open([result], result.id);
  await screen.findByRole('heading', { level: 1, name: result.name });
};
const card = (name: string) =>
  within(screen.getByRole('heading', { level: 3, name }).closest('div[data-tone]') as HTMLElement);
/** Returns the texts of the table's cells, row by row. */
const cells = () =>
  within(screen.getByRole('table', { name: 'All values' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

beforeEach(openPage);

test('a blood test shows a summary, then each value with its verdict', async () => {
  await show(blood);
  expect(screen.getByText('Northside General Hospital · taken Mar 16, 2020')).toBeVisible();
  expect(screen.getByText('1 of 2 values is in the normal range.')).toBeVisible();
  expect(screen.getByText('White blood cells: above normal')).toBeVisible();
  expect(card('White blood cells').getByText('Above normal')).toBeVisible();
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
  expect(cells()).toEqual([
    ['Test', 'Result', 'Normal Value'],
    ['White blood cells (WBC)', '11.8 ×10⁹/L', '3.5 to 10.5'],
    ['Red blood cells (RBC)', '4.9 ×10¹²/L', '4.3 to 5.7'],
  ]);
  // In a page from right to left, a value would otherwise follow its unit.
  for (const value of screen.getAllByText(/×10/)) expect(value.closest('bdi')).not.toBeNull();
});

const inWords = { valueQuantity: null, valueString: 'Negative', referenceRange: null, verdict: null };
const lessThan = { valueQuantity: null, valueString: 'less than 2', ...judged('below') };
const exact = { valueQuantity: { value: 7, unit: 'g/L', figure: '7.00' }, code: '' };
const range = (low: number | null, high: number | null, text?: string) => ({
  referenceRange: between(low, high, text),
});
const VALUES: [name: string, fields: Partial<Observation>, onCard: string, value: string, range: string][] = [
  ['a missing value', { valueQuantity: null, ...judged('missing') }, 'No value yet', '–', '3.5 to 10.5'],
  ['a value in words', inWords, 'Negative', 'Negative', '–'],
  ['a value that is no exact number', lessThan, 'Normal: 3.5 to 10.5', 'less than 2', '3.5 to 10.5'],
  ['the digits of the hospital', exact, '7.00', '7.00 g/L', '3.5 to 10.5'],
  ['a lower limit alone', range(5, null), 'Normal', '7 ×10⁹/L', '5 or more'],
  ['an upper limit alone', { ...range(null, 5), ...judged('above') }, 'Above normal', '7 ×10⁹/L', '5 or less'],
  ['a range in words', { ...range(null, null, 'Few'), verdict: null }, 'Normal: Few', '7 ×10⁹/L', 'Few'],
  ['the lower limit', { ...range(7, 9), ...judged('atLow') }, 'Normal, at the lower limit', '7 ×10⁹/L', '7 to 9'],
  ['the upper limit', { ...range(5, 7), ...judged('atHigh') }, 'Normal, at the upper limit', '7 ×10⁹/L', '5 to 7'],
  ['far below', { ...range(70, 90), ...judged('below') }, 'Below normal', '7 ×10⁹/L', '70 to 90'],
  ['right below', { ...range(8, 20), ...judged('below') }, 'Below normal', '7 ×10⁹/L', '8 to 20'],
];

test('every kind of value is formatted on its card and in the table', async () => {
  const observations = VALUES.map(([name, fields]) => ({ ...measured(7), id: name, display: name, ...fields }));
  await show({ ...blood, observations });
  for (const [name, , onCard] of VALUES) expect(card(name).getByText(onCard)).toBeVisible();
  const [, ...rows] = cells();
  expect(rows.map(([, ...texts]) => texts)).toEqual(VALUES.map(([, , , value, range]) => [value, range]));
});

test('the hospital’s mark leads, without a verdict of ours, and a critical value says what the hospital advises', async () => {
  const criticalAdvice = { en: 'Your care team knows. Call if you feel faint.', fr: 'Votre équipe est au courant.' };
  setRuntimeConfig({ ...runtimeConfig(), brand: { ...runtimeConfig().brand, criticalAdvice } });
  const inRange = { ...measured(7), id: 'k', display: 'Potassium', status: 'Corrected by the hospital' };
  const observations = [
    { ...measured(1.8), ...marked('very low', 'below', { isCritical: true, comparison: 'below' }) },
    { ...inRange, ...marked('above normal', 'above') },
  ];
  await show({ ...blood, observations });
  expect(screen.getByText('0 of 2 values are in the normal range.')).toBeVisible();
  expect(screen.getByText('White blood cells: the hospital marked this as very low')).toBeVisible();
  const cards = ['White blood cells', 'Potassium'].map((name) => screen.getByRole('heading', { level: 3, name }));
  expect(cards.map((heading) => heading.closest('[data-tone]')?.textContent)).toEqual([
    `White blood cells1.8 ×10⁹/LThe hospital marked this as very low${criticalAdvice.en}3.510.5`,
    'Potassium7 ×10⁹/LThe hospital marked this as above normalCorrected by the hospitalNormal: 3.5 to 10.5',
  ]);
});

test('the hospital’s advice is in English for a reader of Spanish, and says so to screen readers', async () => {
  const criticalAdvice = { en: 'Your care team knows.', fr: 'Votre équipe est au courant.' };
  setRuntimeConfig({ ...runtimeConfig(), brand: { ...runtimeConfig().brand, criticalAdvice } });
  changeSettings({ language: 'es' });
  await show({ ...blood, observations: [{ ...measured(1.8), ...marked('very low', 'below', { isCritical: true }) }] });
  expect(await screen.findByText('Your care team knows.')).toHaveAttribute('lang', 'en-CA');
});

test('a blood test with every value in range is summarized in one sentence', async () => {
  await show({ ...blood, observations: [measured(7), { ...measured(8), id: 'other' }] });
  expect(screen.getByText('All values are in the normal range.')).toBeVisible();
});

test('French numbers use a decimal comma', async () => {
  changeSettings({ locale: 'fr' });
  await show(blood);
  expect(screen.getByText('1 valeur sur 2 est dans la normale.')).toBeVisible();
  expect(screen.getByRole('cell', { name: '11,8 ×10⁹/L' })).toBeVisible();
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
  await open([brain], 'ecg?tab=questions', { 'GET v1/results/ecg/questions': { ticked: [] } });
  expect(await screen.findByRole('tab', { name: 'Questions', selected: true })).toBeVisible();
  expect(await screen.findByRole('checkbox', { name: 'May I drive?' })).toBeVisible();
});

test('ResultScreen shows a not-found message for a missing result or one of another user', async () => {
  await open([{ ...ecg, profileId: 2 }], 'ecg');
  expect(await screen.findByRole('heading', { name: 'This result is no longer here' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all results' })).toHaveAttribute('href', '/profile/1/results');
});

test('ResultScreen marks the event that announced the result as viewed when the user leaves', async () => {
  const event = careEvent({ id: 'news', type: 2, linkId: 'ecg' });
  const viewed = { ...event, status: 'VIEWED', viewed: true };
  const user = await open([ecg], 'ecg', { 'GET events': [event], 'POST v1/events/news/view': viewed });
  await screen.findByRole('heading', { level: 1, name: 'ECG' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(store.getState().events.list.map(({ status }) => status)).toEqual(['VIEWED']));
});

let visits = 0;

test.each([
  ['marks the event as viewed when the page is hidden', true, 'VIEWED'],
  ['keeps the event new if the result could not be shown', false, 'NOT_VIEWED'],
])('ResultScreen %s, as when a phone is locked', async (_, isThere, status) => {
  // An id of its own: a screen that was left in another test marks its event a moment later.
  visits += 1;
  const id = `visit-${visits}`;
  const event = careEvent({ id: 'news', type: 2, linkId: id });
  const viewed = { ...event, status: 'VIEWED', viewed: true };
  const answers = { 'GET events': [event], 'POST v1/events/news/view': viewed };
  await open(isThere ? [{ ...ecg, id }] : [], id, answers);
  await screen.findByText(isThere ? 'Your heart beats regularly.' : 'This result is no longer here');
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(store.getState().events.list.map((one) => one.status)).toEqual([status]);
});
