import { act, screen, waitFor, within } from '@testing-library/react';
import type { Leaving, LeavingBoard } from 'mock-api/contract';
import { publish } from 'shared-ui/bus';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskRequest } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const WARDS = { 'GET v1/desk/wards': ['4A', '4B'] };
const BOARD = 'GET v1/desk/leaving';

const at = (name: string, room: string, ward = '4A') => ({ id: name, name, dateOfBirth: '1958-03-14', room, ward });
const leaving = (fields: Partial<Leaving> & Pick<Leaving, 'patient'>): Leaving => ({
  day: '2026-11-20',
  home: null,
  checklist: { total: 3, ticked: 1 },
  open: ['Iron', 'Walk'],
  unsure: [],
  ...fields,
});
const board = (...list: Leaving[]): LeavingBoard => ({ today: '2026-11-20', leaving: list, isCut: false });
const patient = at('Léa Côté', '412');
const unsure = deskRequest({
  id: 'iron',
  about: { type: 'going-home', id: 'p', title: 'Going home' },
  text: 'Iron',
  patient,
});
const lea = leaving({ patient, home: { at: '11:00', ride: 'Her sister', equipment: [] }, unsure: [unsure] });
const ida = leaving({
  patient: at('Ida Bell', '7', '4B'),
  day: '2026-11-21',
  open: [],
  checklist: { total: 2, ticked: 2 },
});

const card = (name: string) => within(screen.getByRole('article', { name }));
const headings = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);
const announce = (kind: string, id: string) => act(async () => publish('change@1', { kind, id }));

test('LeavingScreen lists who leaves by day, ward and room, with what is open and what is not clear', async () => {
  fakeApi({ ...WARDS, [BOARD]: { ...board(lea, ida), isCut: true }, [`${BOARD}?ward=4B`]: board(ida) });
  const user = await openDesk('/desk/leaving');
  await screen.findByRole('article', { name: 'Léa Côté' });
  expect(headings(2)).toEqual(['Today: 1 patient', 'Tomorrow: 1 patient']);
  expect(headings(3)).toEqual(['Ward 4A · Room 412', 'Ward 4B · Room 7']);
  expect(screen.getByText('There are more. Choose a ward to see everyone.')).toBeVisible();
  const shown = card('Léa Côté');
  expect(shown.getByText('Clear to the patient: 1 of 3 points')).toBeVisible();
  expect(shown.getByText('At about 11:00 a.m. · Ride home: Her sister')).toBeVisible();
  expect(card('Ida Bell').getByText('No ride home is written down')).toBeVisible();
  expect(shown.getByText('Not sure about 1 point')).toBeVisible();
  expect(shown.getByText('2 points still open')).toBeVisible();
  expect(shown.getByText('Iron', { selector: 'p' })).toBeVisible();
  expect(card('Ida Bell').queryByText(/open$/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Leaving' })).toHaveAttribute('aria-current', 'page');
  expect(await axeViolations()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Ward'), '4B');
  await waitFor(() => expect(headings(3)).toEqual(['Room 7']));
  expect(location.search).toBe('?ward=4B');
});

test('LeavingScreen takes and ends what is not clear, each at one tap', async () => {
  const taken = { ...unsure, status: 'on-the-way' as const, assignee: 'Dana Whitfield' };
  let now = lea;
  fakeApi({
    ...WARDS,
    [BOARD]: board(lea),
    [`${BOARD}/${encodeURIComponent('Léa Côté')}`]: () => now,
    'POST v1/desk/requests/iron/take': taken,
    'POST v1/desk/requests/iron/done': { ...taken, status: 'done' },
  });
  const user = await openDesk('/desk/leaving');
  await screen.findByRole('article', { name: 'Léa Côté' });
  now = { ...lea, unsure: [taken] };
  await user.click(card('Léa Côté').getByRole('button', { name: 'I’m on it' }));
  expect(await card('Léa Côté').findByText('Dana Whitfield is on it')).toHaveFocus();
  expect(card('Léa Côté').getByRole('button', { name: 'Hand back' })).toBeVisible();
  now = { ...lea, unsure: [] };
  await user.click(card('Léa Côté').getByRole('button', { name: 'Explained' }));
  await waitFor(() => expect(card('Léa Côté').queryByText('Iron', { selector: 'p' })).toBeNull());
  expect(screen.getByRole('heading', { level: 1, name: 'Leaving' })).toHaveFocus();
});

test('LeavingScreen follows the stream, and fetches only whom a change is about', async () => {
  const answers: Record<string, unknown> = { lea, ida: leaving({ patient: { ...at('Ida Bell', '9'), id: 'ida' } }) };
  const one = (id: string) => ({ [`${BOARD}/${id}`]: () => answers[id] });
  const asked = { ...unsure, patient: { ...patient, id: 'lea' } };
  const calls = fakeApi({
    ...WARDS,
    [BOARD]: board({ ...lea, patient: { ...patient, id: 'lea' }, unsure: [] }),
    ...one('lea'),
    ...one('ida'),
    'GET v1/desk/requests/iron': asked,
    'GET v1/desk/requests/water': deskRequest({ id: 'water', kind: 'water', about: null, patient }),
  });
  await openDesk('/desk/leaving');
  await screen.findByRole('article', { name: 'Léa Côté' });
  const opened = calls.length;
  await announce('stay.updated', 'ida');
  expect(await screen.findByRole('article', { name: 'Ida Bell' })).toBeVisible();
  answers.lea = { ...lea, patient: asked.patient };
  await announce('request.updated', 'water');
  await announce('request.updated', 'iron');
  expect(await card('Léa Côté').findByText('Not sure about 1 point')).toBeVisible();
  answers.lea = { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } };
  await announce('stay.updated', 'lea');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Léa Côté' })).toBeNull());
  const fetched = calls.slice(opened).map(({ route }) => route.replace('GET v1/desk/', ''));
  expect(fetched).toEqual(['leaving/ida', 'requests/water', 'requests/iron', 'leaving/lea', 'leaving/lea']);
});

test('LeavingScreen says when no one leaves, and offers to try again when it can’t be fetched', async () => {
  let answer: unknown = { status: 500, body: {} };
  fakeApi({ ...WARDS, [BOARD]: () => answer });
  const user = await openDesk('/desk/leaving');
  expect(await screen.findByText('The list can’t be shown just now')).toBeVisible();
  answer = board();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No one is expected to leave')).toBeVisible();
});
