import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { changeSettings, runtimeConfig } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { fakeApi, openPage, setRuntimeConfig } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { blood, openScreen, routes } from '../../testing/records.ts';
import { bloodPressure, grams, hemoglobin, observations, point } from '../../testing/series.ts';
import { marked, measured } from '../../testing/values.ts';

const LIST = 'GET v1/profiles/1/observations';
const ONE = `${LIST}?code=718-7`;
/** Opens the screen of hemoglobin with these values. */
const openOne = (points: ReturnType<typeof point>[]) =>
  openScreen('observations/718-7', {
    [ONE]: observations([{ code: '718-7', name: 'Hemoglobin', unit: 'g/L', points }]),
  });

beforeEach(openPage);

test('ObservationsScreen lists each series with its change in words, its verdict and its date', async () => {
  await openScreen('observations', { [LIST]: observations() });
  expect(await screen.findByRole('heading', { level: 1, name: 'My measurements' })).toBeVisible();
  const links = await screen.findAllByRole('link', { name: /Hemoglobin/ });
  expect(links.map((link) => link.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'HemoglobinHigher than in March 2025: 176 g/L then, 181 g/L on May 4, 2025Above the rangeMay 4, 2025',
    'Hemoglobin10.9 mmol/LJan 5, 2026',
  ]);
  expect(links[0]).toHaveAttribute('href', '/profile/1/observations/718-7');
});

test('ObservationScreen shows the change in words, a picture and a table with the hospital’s own words', async () => {
  await openScreen('observations/718-7', { [ONE]: observations() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Hemoglobin' })).toBeVisible();
  expect(screen.getByText('Higher than in March 2025: 176 g/L then, 181 g/L on May 4, 2025')).toBeVisible();
  expect(screen.getByText('Above the range (135 to 180 g/L)')).toBeVisible();
  expect(
    screen.getByRole('img', {
      name: 'Picture of Hemoglobin: 2 values from Mar 2, 2025 to May 4, 2025. Lowest 176, highest 181 g/L. 1 is outside its range.',
    }),
  ).toBeVisible();
  expect(screen.getByText(/1 value isn’t in the picture/)).toBeVisible();
  const [table] = screen.getAllByRole('table', { name: 'All values' });
  // The words and the picture are painted before the values.
  await within(table as HTMLElement).findByText('less than 50 g/L');
  const [, ...rows] = within(table as HTMLElement).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'May 4, 2025181 g/LAbove the range135 to 180 g/L',
    'Mar 2, 2025176 g/LWithin the rangeCorrectedHospital’s mark: NormalSample was late135 to 180 g/L',
    'Feb 1, 2025less than 50 g/L135 to 180 g/L',
  ]);
  // Two units are kept apart, and a single number has no picture.
  expect(screen.getAllByRole('heading', { level: 2, name: /^In / }).map(({ textContent }) => textContent)).toEqual([
    'In g/L',
    'In mmol/L',
  ]);
  expect(screen.getAllByRole('table')).toHaveLength(2);
  expect(screen.getAllByRole('img')).toHaveLength(1);
});

test('ObservationScreen says what a converted value was, and shows decimals alike', async () => {
  const converted = { valueQuantity: { value: 13.4, figure: '13.40', unit: 'g/dL' }, original: '134 g/L' };
  const points = [
    point({ id: 'new', effectiveDateTime: '2026-02-03', ...converted }),
    point({ id: 'old', valueQuantity: { value: 12.95, figure: '12.95', unit: 'g/dL' } }),
  ];
  await openOne(points);
  expect(await screen.findByText('Higher than in January: 12.95 g/dL then, 13.40 g/dL on Feb 3, 2026')).toBeVisible();
  expect(await screen.findAllByText('Converted from 134 g/L')).toHaveLength(2);
  const picture = screen.getByRole('img', { name: /Lowest 12\.95, highest 13\.40/ });
  const labels = within(picture).getAllByText(/^1[23]/);
  expect(new Set(labels.map(({ textContent }) => textContent?.length))).toEqual(new Set([4]));
});

test('blood pressure is one row, and one picture and table of two numbers', async () => {
  await openScreen('observations', { [LIST]: observations(bloodPressure) });
  const link = await screen.findByRole('link', { name: /Blood pressure/ });
  expect(link).toHaveTextContent(
    /^Blood pressure141\/82 mmHgUpper blood pressure: Above the rangeLower blood pressure: Within the rangeMay 4, 2025$/,
  );
  expect(link).toHaveAttribute('href', '/profile/1/observations/8480-6');
  cleanup();
  await openScreen('observations/8480-6', { [`${LIST}?code=8480-6`]: observations(bloodPressure) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Blood pressure' })).toBeVisible();
  expect(
    screen.getByRole('img', {
      name: 'Picture of Blood pressure: 3 values from Mar 4, 2025 to May 4, 2025. Upper blood pressure: Lowest 121, highest 141 mmHg. Lower blood pressure: Lowest 79, highest 82 mmHg. 1 is outside its range.',
    }),
  ).toBeVisible();
  expect(screen.getByText(/128.mmHg then, 141.mmHg on May 4/)).toBeVisible();
  await within(screen.getByRole('table')).findByText('128/80 mmHg');
  expect(await axeViolations()).toEqual([]);
});

test('a mark of the hospital leads on both screens, beside a range without a verdict of ours', async () => {
  const referenceRange = { low: 135, high: 180, text: '135 to 180 g/L' };
  const points = [point({ referenceRange, ...marked('very low', 'below', { isCritical: true }) })];
  await openScreen('observations', {
    [LIST]: observations([{ code: '718-7', name: 'Hemoglobin', unit: 'g/L', points }]),
  });
  const link = await screen.findByRole('link', { name: /Hemoglobin/ });
  expect(link).toHaveTextContent('176 g/LThe hospital marked this as very lowJan 5, 2026');
  cleanup();
  await openOne(points);
  const [range] = await screen.findAllByText('135 to 180 g/L');
  expect(range?.parentElement).toHaveTextContent('Range: 135 to 180 g/L');
  expect(await screen.findAllByText('The hospital marked this as very low')).toHaveLength(2);
});

test('ObservationScreen says nothing about a range that the hospital didn’t apply', async () => {
  const referenceRange = { low: null, high: null, text: '3 to 5 g/L' };
  const points = [
    point({ id: 'a', referenceRange }),
    point({ id: 'b', effectiveDateTime: '2025-12-01', ...grams(170) }),
  ];
  await openOne(points);
  expect(await screen.findByText(/didn’t say whether this is in a range/)).toBeVisible();
  expect(screen.queryByText(/(Within|Above|Below) the range/)).not.toBeInTheDocument();
  expect(screen.getByText('Not compared')).toBeVisible();
});

test('ObservationScreen shows the times of values of the same day', async () => {
  const days = ['2026-03-04T16:20:00Z', '2026-03-04T15:10:00Z', '2026-03-02T15:10:00Z'];
  const points = days.map((at) => point({ id: at, effectiveDateTime: at }));
  await openOne(points);
  const heads = await screen.findAllByRole('rowheader');
  expect(heads.map(({ textContent }) => /\d:\d\d/.test(textContent ?? ''))).toEqual([true, true, false]);
});

test('ObservationScreen shows the rest of a long table on request', async () => {
  const points = Array.from({ length: 30 }, (_, index) => point({ id: `${index}`, ...grams(100 + index) }));
  const user = await openOne(points);
  await user.click(await screen.findByRole('button', { name: 'Show all 30 values' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(31));
});

const today = (time: string) => new Date(`${new Date().toISOString().slice(0, 10)}T${time}`).toISOString();
test.each([
  ['en', '2020-03-02', '2020-05-04', 'Higher than in March 2020: 1 then, 2 on May 4, 2020'],
  ['en', '2020-03-02', '2020-03-04', 'Higher than on March 2, 2020: 1 then, 2 on Mar 4, 2020'],
  ['en', '2020-03', '2020-03', 'Higher than in March 2020: 1 then, 2 in March 2020'],
  ['en', '2019', '2020-03', 'Higher than in 2019: 1 then, 2 in March 2020'],
  ['en', today('00:10'), today('00:20'), 'Higher than at 12:10 a.m.: 1 then, 2 now'],
  ['fr', '2020-03-02', '2020-05-04', 'Plus élevée qu’en mars 2020 : 1 alors, 2 le 4 mai 2020'],
  ['fr', today('00:10'), today('00:20'), 'Plus élevée qu’à 0 h 10 : 1 alors, 2 maintenant'],
] as const)('a change is as precise as its dates: %s, %s to %s', async (locale, before, now, text) => {
  changeSettings({ locale });
  const points = [
    point({ id: 'b', effectiveDateTime: now, ...grams(2, '') }),
    point({ effectiveDateTime: before, ...grams(1, '') }),
  ];
  await openScreen('observations', { [LIST]: observations([{ code: 'x', name: 'X', unit: '', points }]) });
  expect(await screen.findByText(text)).toBeVisible();
});

test('a change is told by the days of the hospital', async () => {
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'America/Toronto' });
  const points = ['2020-04-01T12:00:00Z', '2020-04-01T01:00:00Z'].map((effectiveDateTime, index) =>
    point({ id: `${index}`, effectiveDateTime, ...grams(2 - index, '') }),
  );
  await openScreen('observations', { [LIST]: observations([{ code: 'x', name: 'X', unit: '', points }]) });
  expect(await screen.findByText('Higher than in March 2020: 1 then, 2 on Apr 1, 2020')).toBeVisible();
});

test('measurements show a correction as soon as the hospital makes it', async () => {
  const [series] = hemoglobin;
  await openScreen('observations', { [LIST]: observations() });
  await screen.findByText(/181 g\/L on/);
  const corrected = { ...series, points: [point({ id: 'new', ...grams(150), status: 'Corrected' })] };
  fakeApi({ ...routes([], []), [LIST]: observations([corrected as (typeof hemoglobin)[number]]) });
  act(() => publish('change@1', { kind: 'record.updated', id: 'new' }));
  expect(await screen.findByText('150 g/L')).toBeVisible();
  expect(screen.getByText('Corrected')).toBeVisible();
});

test.each([
  ['observations', { state: 'ok' }, 'Nothing has arrived yet from Northside General Hospital'],
  ['observations', { state: 'never', checkedAt: null }, 'Not connected yet'],
  ['observations/718-7', { state: 'ok' }, 'This measurement is no longer here'],
] as const)('%s explains why it is empty: %j', async (path, source, title) => {
  const answer = observations([], source);
  await openScreen(path, { [LIST]: answer, [ONE]: answer });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('a result’s value links to its earlier values if there are any', async () => {
  const values = [
    { ...measured(7), series: '718-7' },
    { ...measured(8), id: 'alone' },
  ];
  await openScreen(`results/${blood.id}`, { 'GET v1/results': [{ ...blood, observations: values }] });
  const link = await screen.findByRole('link', { name: 'See earlier values' });
  expect(link).toHaveAttribute('href', '/profile/1/observations/718-7');
});
