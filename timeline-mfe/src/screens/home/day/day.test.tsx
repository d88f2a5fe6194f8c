import { act, screen, waitFor, within } from '@testing-library/react';
import type { Day } from 'mock-api/contract';
import { runtimeConfig } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { fakeApi, jordan, maya, openPage, openRoutes, setLocale, setRuntimeConfig, supporter } from 'shared-ui/testing';
import feature from '../../../feature.tsx';
import { stopClock, timeline } from '../../../testing/home-data.ts';
import { careTeamLines, medicationLines } from './DayParts.tsx';
import { dosesOf } from './doses.ts';

type Medication = NonNullable<Day['medications']>[number];

const item = { at: null, lang: null, until: null };
const medication = (name: string, times: string[]): Medication => ({
  ...item,
  id: name,
  name,
  times,
  state: 'current',
  how: [],
  for: [],
  notes: [],
  why: [],
  basis: 'prescribed',
});
const member = (name: string, isNow = false) => ({
  ...item,
  id: name,
  name,
  role: 'nurse',
  isNow,
  isPast: false,
  isYou: false,
});

const day: Day = {
  source: { name: 'Northside General Hospital', checkedAt: '2099-12-09T18:10:00.000Z', state: 'ok' },
  next: {
    step: null,
    appointments: [
      {
        id: 'a',
        at: null,
        lang: null,
        name: 'Physiotherapy',
        start: '2099-12-10T20:30:00.000Z',
        end: null,
        status: 'Booked',
        place: 'Level 4',
        people: [],
        preparation: 'Nothing to eat from midnight on.',
        eventId: 'visit',
      },
    ],
  },
  medications: [medication('Iron', ['08:00']), medication('Acetaminophen', ['20:00', '08:00'])],
  careTeam: [member('Camille Lavoie'), member('Dr. Amara Osei', true)],
};

const linked = { ...jordan, hasDay: true };
const permissions = supporter({ id: 's' }).permissions;
const open = () => openRoutes(feature.routes, '/app');
const myDay = () => screen.findByRole('region', { name: 'My day' });

/** 1:10 p.m. in Toronto, 6:10 p.m. on the machine. */
const NOW = '2099-12-09T18:10:00.000Z';

beforeEach(() => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'America/Toronto' });
  stopClock(NOW);
});
afterEach(() => jest.useRealTimers());

test('MyDay shows appointments, medication times and who looks after the user, each with its screen, and the source', async () => {
  fakeApi({ ...timeline([], [], [linked]), 'GET v1/profiles/1/day': day });
  await open();
  const shown = within(await myDay());
  const links = shown.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);
  expect(links).toEqual([
    [
      '/profile/1/appointments',
      'AppointmentsTomorrow, 3:30\u00a0p.m.: Physiotherapy, Level 4How to prepare: Nothing to eat from midnight on.',
    ],
    [
      '/profile/1/medications',
      'Medications todayWas planned for 8:00\u00a0a.m.: Iron, Acetaminophen' +
        'Now, 1:10\u00a0p.m.Next, 8:00\u00a0p.m.: Acetaminophen',
    ],
    ['/profile/1/care-team', 'Who looks after youDr. Amara Osei, right nowCamille Lavoie (nurse)'],
  ]);
  expect(shown.getByText('From Northside General Hospital, checked just now.')).toBeVisible();
});

test('MyDay shows and requests nothing if no record was ever connected', async () => {
  const calls = fakeApi(timeline([]));
  await open();
  await screen.findByText('Nothing has happened yet');
  expect(screen.queryByText('My day')).not.toBeInTheDocument();
  expect(calls.map(({ route }) => route)).not.toContain('GET v1/profiles/1/day');
});

test('MyDay says that records are being checked, and calls nothing missing meanwhile', async () => {
  const note = 'Records are being checked.';
  const held = { ...day, medications: [], source: { ...day.source, note } };
  fakeApi({ ...timeline([], [], [linked]), 'GET v1/profiles/1/day': held });
  await open();
  const shown = within(await myDay());
  expect(shown.getByText(note)).toBeVisible();
  expect(shown.queryByText('None is on the list.')).toBeNull();
});

test('MyDay leaves out the parts that a supporter may not see', async () => {
  const shared = { ...maya, hasDay: true, permissions: { ...permissions, carePlans: false } };
  fakeApi({
    ...timeline([], [], [jordan, shared]),
    [`GET v1/profiles/${maya.id}/day`]: { ...day, medications: null, careTeam: null },
  });
  await open();
  const shown = within(await screen.findByRole('region', { name: 'Maya’s day' }));
  expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/profile/2/appointments']);
});

test('MyDay offers a retry, follows the stream, keeps what it shows while that fails, and leaves the rest of home alone', async () => {
  // Waiting for calls needs intervals.
  jest.useRealTimers();
  const DAY = 'GET v1/profiles/1/day';
  const routes: Record<string, unknown> = timeline([], [], [linked]);
  const calls = fakeApi(routes);
  const user = await open();
  const shown = within(await myDay());
  expect(shown.getByText('This part can’t be shown just now.')).toBeVisible();
  expect(screen.getByText('Nothing has happened yet')).toBeVisible();
  routes[DAY] = day;
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  expect(await shown.findByText('Medications today')).toBeVisible();
  const change = () => act(() => publish('change@1', { kind: 'record.updated', id: 'x', profileId: 1 }));
  routes[DAY] = { ...day, medications: [] };
  change();
  expect(await screen.findByText('None is on the list.')).toBeVisible();
  delete routes[DAY];
  const fetches = () => calls.filter(({ route }) => route === DAY).length;
  const before = fetches();
  change();
  await waitFor(() => expect(fetches()).toBeGreaterThan(before));
  expect(screen.getByText('None is on the list.')).toBeVisible();
});

const now = Date.parse(NOW);
const given = (name: string, at: string, isGiven = true) => ({ name, at: `2099-12-09T${at}:00.000Z`, isGiven });
const states = (...args: Parameters<typeof dosesOf>) =>
  dosesOf(...args).map(({ name, clock, state }) => `${clock} ${name} ${state}`);

test('dosesOf calls a dose given only if the record says so', () => {
  const iron = medication('Iron', ['08:00', '12:00', '18:00', '20:00']);
  expect(states([iron], [], now)).toEqual([
    '08:00 Iron past',
    '12:00 Iron past',
    '18:00 Iron next',
    '20:00 Iron later',
  ]);
  const record = [given('iron', '13:05'), given('Iron', '17:00', false), given('Other', '14:00')];
  expect(states([iron], record, now).slice(0, 3)).toEqual([
    '08:05 iron given',
    '09:00 Other given',
    '12:00 Iron not-given',
  ]);
});

test('dosesOf takes each administration for one dose near it, of the same day at the hospital', () => {
  const zinc = medication('Zinc', ['08:00', '09:00', '23:00']);
  expect(states([zinc, zinc], [given('Zinc', '13:40'), given('Zinc', '14:10')], now)).toEqual([
    '08:40 Zinc given',
    '09:10 Zinc given',
    '23:00 Zinc next',
  ]);
  // 11 p.m. of the day before in Toronto.
  expect(states([zinc], [given('Zinc', '04:00')], now)).toContain('23:00 Zinc next');
  expect(states([zinc], [given('Zinc', '16:10'), given('Zinc', '16:20', false)], now)).toContain('08:00 Zinc past');
});

test.each([
  ['clocks go forward', '2099-03-08T11:30:00Z', ['02:30 Iron past', '07:30 Iron next']],
  ['clocks go back', '2099-11-01T12:00:00Z', ['02:30 Iron past', '07:30 Iron next']],
])('dosesOf goes by the clock on the wall on the day when %s', (_, at, expected) => {
  expect(states([medication('Iron', ['02:30', '07:30'])], [], Date.parse(at))).toEqual(expected);
});

test('medicationLines marks now, and shows what is around it when not all fits', () => {
  const many = ['06:00', '08:00', '12:00', '18:00', '22:00'].map((time) => medication(`at ${time}`, [time]));
  expect(medicationLines(many, [given('at 12:00', '17:05')], now)).toEqual({
    lines: [
      'Given at 12:05\u00a0p.m.: at 12:00',
      'Now, 1:10\u00a0p.m.',
      'Next, 6:00\u00a0p.m.: at 18:00',
      'and 3 more',
    ],
    now: 'Now, 1:10\u00a0p.m.',
  });
  setLocale('fr');
  expect(medicationLines([medication('Fer', ['08:00'])], [given('Fer', '13:00', false)], now).lines).toEqual([
    'Pas donné, était prévu à 8\u00a0h\u00a000\u00a0: Fer',
    'Maintenant, 13\u00a0h\u00a010',
  ]);
});

test('medicationLines lists times in words, which have no state', () => {
  expect(medicationLines([medication('Iron', []), medication('Zinc', ['with meals'])], [], now)).toEqual({
    lines: ['with meals: Zinc', '1 without a set time'],
  });
});

test('careTeamLines starts with who is there now, and leaves out who has no name', () => {
  const people = [member('A'), member('B'), member('C'), member('C', true), { ...member('D'), name: null, role: null }];
  expect(careTeamLines(people)).toEqual(['C, right now', 'A (nurse)', 'and 1 more']);
});
