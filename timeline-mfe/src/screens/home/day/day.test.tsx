import { act, screen, waitFor, within } from '@testing-library/react';
import type { Day } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../../feature.tsx';
import { timeline } from '../../../testing/home-data.ts';
import { careTeamLines, medicationLines } from './DayParts.tsx';

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
  source: { name: 'Northside General Hospital', checkedAt: new Date().toISOString(), state: 'ok' },
  next: {
    step: null,
    appointments: [
      {
        id: 'a',
        at: null,
        lang: null,
        name: 'Physiotherapy',
        start: '2099-12-10T15:30:00.000Z',
        end: null,
        status: 'Booked',
        place: 'Level 4',
        people: [],
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

beforeEach(openPage);

test('MyDay shows appointments, medication times and who looks after the user, each with its screen, and the source', async () => {
  fakeApi({ ...timeline([], [], [linked]), 'GET v1/profiles/1/day': day });
  await open();
  const shown = within(await myDay());
  const links = shown.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);
  expect(links).toEqual([
    ['/profile/1/events/visit', expect.stringMatching(/^AppointmentsDec 10, 2099, .*: Physiotherapy, Level 4$/)],
    ['/profile/1/medications', 'Medications today8:00\u00a0a.m.: Iron, Acetaminophen8:00\u00a0p.m.: Acetaminophen'],
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
  expect(shown.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/profile/2/events/visit']);
});

test('MyDay offers a retry, follows the stream, keeps what it shows while that fails, and leaves the rest of home alone', async () => {
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

test('medicationLines groups by time and counts what doesn’t fit', () => {
  const many = ['06:00', '08:00', '12:00', '18:00', '22:00'].map((time) => medication(`at ${time}`, [time]));
  expect(medicationLines(many).slice(1)).toEqual(['8:00\u00a0a.m.: at 08:00', 'and 3 more']);
  expect(medicationLines([medication('Iron', []), medication('Zinc', ['with meals'])])).toEqual([
    'with meals: Zinc',
    '1 without a set time',
  ]);
});

test('careTeamLines starts with who is there now, and leaves out who has no name', () => {
  const people = [member('A'), member('B'), member('C'), member('C', true), { ...member('D'), name: null, role: null }];
  expect(careTeamLines(people)).toEqual(['C, right now', 'A (nurse)', 'and 1 more']);
});
