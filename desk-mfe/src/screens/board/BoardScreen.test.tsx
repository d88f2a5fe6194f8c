import { act, screen, waitFor, within } from '@testing-library/react';
import { publish } from 'shared-ui/bus';
import { countEffort, fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskRequest, template } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const WARDS = { 'GET v1/desk/wards': ['4A', '4B'] };
const ALL = 'GET v1/desk/requests?status=open&limit=200';
const IN_4A = 'GET v1/desk/requests?status=open&limit=200&ward=4A';

const at = (name: string, room: string, ward = '4A') => ({ id: name, name, dateOfBirth: '1958-03-14', room, ward });
const water = deskRequest({ id: 'water', kind: 'water', about: null, text: '', patient: at('Léa Côté', '412') });
const pain = deskRequest({
  id: 'pain',
  kind: 'pain',
  level: 8,
  urgency: 'urgent',
  about: null,
  text: '',
  who: 'Sam Roy',
  patient: at('Sam Roy', '415'),
  createdAt: '2026-11-20T09:50:00.000Z',
});
const blanket = deskRequest({
  id: 'blanket',
  kind: 'blanket',
  about: null,
  text: '',
  who: 'Ida Bell',
  patient: at('Ida Bell', '7', '4B'),
  dueAt: '2026-11-20T10:00:00.000Z',
});

const card = (name: string) => within(screen.getByRole('article', { name }));
const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const announce = (id: string) => act(async () => publish('change@1', { kind: 'request.updated', id }));
const takenBy = (assignee: string) => ({ ...water, status: 'on-the-way' as const, seenBy: assignee, assignee });

test('BoardScreen lists what is open by ward and room, what is urgent first, and marks what is overdue', async () => {
  fakeApi({ ...WARDS, [ALL]: [water, blanket, pain], [IN_4A]: [water, pain] });
  const user = await openDesk('/desk/board');
  expect(await screen.findByRole('heading', { level: 2, name: '3 are waiting · 1 urgent · 1 overdue' })).toBeVisible();
  expect(headings()).toEqual(['Urgent', 'Ward 4A · Room 412', 'Ward 4B · Room 7']);
  expect(card('Sam Roy').getByRole('heading', { name: 'Pain, 8 out of 10 Urgent' })).toBeVisible();
  expect(card('Sam Roy').getByText(/^Ward 4A · Born Mar.* 14, 1958 · Room 415$/)).toBeVisible();
  expect(card('Ida Bell').getByText('Overdue')).toBeVisible();
  expect(card('Léa Côté').queryByText('Overdue')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Ward'), '4A');
  await waitFor(() => expect(headings()).toEqual(['Urgent', 'Room 412']));
  expect(location.search).toBe('?ward=4A');
});

test('BoardScreen takes a request at one tap, and names who was first', async () => {
  let answer: unknown = takenBy('Dana Whitfield');
  const calls = fakeApi({ ...WARDS, [IN_4A]: [water, pain], 'POST v1/desk/requests/water/take': () => answer });
  const user = await openDesk('/desk/board?ward=4A');
  await screen.findByRole('article', { name: 'Léa Côté' });
  await user.click(card('Léa Côté').getByRole('button', { name: 'I’m on it' }));
  const state = await card('Léa Côté').findByText('Dana Whitfield is on it');
  expect(state).toHaveFocus();
  expect(card('Léa Côté').queryByRole('button', { name: 'I’m on it' })).toBeNull();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
  answer = { status: 409, body: { error: { code: 'REQUEST_TAKEN', message: 'Marie Roy is already on it.' } } };
  fakeApi({ ...WARDS, 'POST v1/desk/requests/pain/take': answer });
  await user.click(card('Sam Roy').getByRole('button', { name: 'I’m on it' }));
  expect(await card('Sam Roy').findByRole('alert')).toHaveTextContent('Marie Roy is already on it.');
});

test('BoardScreen shows a concern without a name by ward at most, and offers no reply and no patient', async () => {
  const nobody = { id: 'nobody', name: 'Anonymous', dateOfBirth: null, room: null, ward: null };
  const fields = { kind: 'concern', about: null, text: 'No one washes.', who: 'Anonymous', isAnonymous: true } as const;
  const concern = deskRequest({ id: 'concern', ...fields, patient: nobody });
  fakeApi({ ...WARDS, [IN_4A]: [], 'GET v1/desk/requests/concern': concern });
  await openDesk('/desk/board?ward=4A');
  await screen.findByText('No one is waiting');
  await announce('concern');
  const shown = within(await screen.findByRole('article', { name: 'Anonymous' }));
  expect(headings()).toEqual(['Ward not shown']);
  expect(shown.getByRole('heading', { name: 'Concern' })).toBeVisible();
  expect(shown.getByText('From someone who gave no name. No one can reply.')).toBeVisible();
  expect(shown.queryByRole('link')).toBeNull();
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'I’m on it',
    'Mark as seen',
    'Mark as done',
  ]);
  expect(await axeViolations()).toEqual([]);
});

test('a request is taken with two taps from the overview (keystroke-level model)', async () => {
  const lists = {
    'GET v1/desk/requests?status=open&limit=50': [water],
    'GET v1/desk/accounts?status=review&limit=50': [],
  };
  fakeApi({ ...WARDS, ...lists, [ALL]: [water], 'POST v1/desk/requests/water/take': takenBy('Dana Whitfield') });
  const user = await openDesk('/desk');
  const stop = countEffort('Take a request, from the overview');
  await user.click(await screen.findByRole('link', { name: 'Board' }));
  await user.click(await screen.findByRole('button', { name: 'I’m on it' }));
  await screen.findByText('Dana Whitfield is on it');
  expect(stop().taps).toBe(2);
});

test('BoardScreen follows the stream: new requests appear, changed ones are updated, and others leave', async () => {
  const changed: Record<string, unknown> = { pain, water: takenBy('Marie Roy'), blanket };
  const one = (id: string) => ({ [`GET v1/desk/requests/${id}`]: () => changed[id] });
  fakeApi({ ...WARDS, [IN_4A]: [water], ...one('pain'), ...one('water'), ...one('blanket') });
  await openDesk('/desk/board?ward=4A');
  await screen.findByRole('article', { name: 'Léa Côté' });
  await announce('pain');
  expect(await screen.findByRole('article', { name: 'Sam Roy' })).toBeVisible();
  await announce('water');
  expect(await card('Léa Côté').findByText('Marie Roy is on it')).toBeVisible();
  changed.water = { ...takenBy('Marie Roy'), status: 'done' };
  await announce('water');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Léa Côté' })).toBeNull());
  changed.pain = { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } };
  await announce('blanket');
  await announce('pain');
  expect(await screen.findByText('No one is waiting')).toBeVisible();
});

test('BoardScreen delays by 15 or 30 minutes, replies with a template at two taps, hands back and finishes', async () => {
  const soon = template({ id: 'soon', text: { en: 'We’re coming.', fr: 'Nous arrivons.' } });
  const french = { ...takenBy('Dana Whitfield'), language: 'fr' as const };
  const delayed = { ...french, expectedAt: '2026-11-20T10:30:00.000Z' };
  const replied = { id: 'r', text: 'We’re coming.', who: 'Dana Whitfield', createdAt: water.createdAt };
  const calls = fakeApi({
    ...WARDS,
    [IN_4A]: [french],
    'GET v1/desk/templates': { templates: [soon], mayEdit: false },
    'POST v1/desk/requests/water/delay': delayed,
    'POST v1/desk/requests/water/replies': { ...delayed, replies: [replied] },
    'POST v1/desk/requests/water/release': { ...delayed, status: 'seen', assignee: null },
    'POST v1/desk/requests/water/done': { ...delayed, status: 'done' },
  });
  const user = await openDesk('/desk/board?ward=4A');
  await screen.findByRole('article', { name: 'Léa Côté' });
  const press = (name: string) => user.click(card('Léa Côté').getByRole('button', { name }));
  expect(card('Léa Côté').getByRole('button', { name: '15 min more' })).toBeVisible();
  await press('30 min more');
  expect(await card('Léa Côté').findByText(/^May take until/)).toBeVisible();
  await press('Quick reply');
  await card('Léa Côté').findByRole('button', { name: 'We’re coming.' });
  expect(card('Léa Côté').getByText(/^Sent in French/)).toBeVisible();
  await press('We’re coming.');
  expect(await card('Léa Côté').findByText('Replied: We’re coming.')).toBeVisible();
  await press('Hand back');
  expect(await card('Léa Côté').findByText('Seen by Dana Whitfield')).toBeVisible();
  await press('Mark as done');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(screen.getByRole('heading', { level: 1, name: 'Board' })).toHaveFocus();
  expect(calls.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body)).toEqual([
    { minutes: 30 },
    { template: 'soon', text: 'We’re coming.' },
    undefined,
    undefined,
  ]);
});
