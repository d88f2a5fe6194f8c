import { act, screen, waitFor, within } from '@testing-library/react';
import { store } from 'shared-ui';
import { publish } from 'shared-ui/bus';
import { fakeApi, openAsHospital, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { account, deskRequest } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const REQUESTS = 'GET v1/desk/requests?status=open&limit=50';
const ACCOUNTS = 'GET v1/desk/accounts?status=review&limit=50';

const NOW = new Date('2026-11-20T12:00:00.000Z');

const EMPTY = { [REQUESTS]: [], [ACCOUNTS]: [] };

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['setTimeout', 'setImmediate', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());

const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const lea = deskRequest({ id: 'lea', createdAt: ago(80), dueAt: ago(20) });
const sam = deskRequest({
  id: 'sam',
  kind: 'request',
  status: 'seen',
  patient: { id: 'sam', name: 'Sam Roy', dateOfBirth: null, room: '9' },
  who: 'Kim Roy',
  text: 'A blanket, please',
  createdAt: ago(12),
  dueAt: ago(-18),
});
const ada = account({ id: 'ada', createdAt: ago(3 * 1440), dueAt: ago(2 * 1440) });

const rows = () => screen.getAllByRole('row').slice(1);
const announce = (kind: string, id: string) => act(async () => publish('change@1', { kind, id }));

test('the overview lists who waits, for what and how long, longest first, and marks who waits too long', async () => {
  fakeApi({ [REQUESTS]: [lea, sam], [ACCOUNTS]: [ada] });
  await openDesk('/desk');
  expect(await screen.findByRole('heading', { level: 2, name: '3 are waiting · 2 overdue' })).toBeVisible();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Waiting for',
    'Waiting',
    'Status',
  ]);
  expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Ada Lovell',
    expect.stringMatching(/^Léa Côté Born Mar.* 14, 1958 · Room 412$/),
    'Sam Roy Room 9',
  ]);
  const [first, second, third] = rows();
  expect(first).toHaveTextContent(/Account to approve.*3 days.*Overdue.*Under review/);
  expect(second).toHaveTextContent(/Question.*Why is it high.*1 h 20 min.*Overdue.*New/);
  expect(third).toHaveTextContent(/Request · From Kim Roy.*A blanket, please.*12 min.*Seen/);
  expect(third).not.toHaveTextContent('Overdue');
  expect(screen.getByRole('link', { name: 'Léa Côté' })).toHaveAttribute('href', '/desk/requests?status=sent&open=lea');
  const [link] = screen.getAllByRole('link', { name: 'Ada Lovell' });
  expect(link).toHaveAttribute('href', '/desk/accounts');
  expect(link).toHaveFocus();
});

test('a waiting time goes on, and becomes overdue, while the overview is open', async () => {
  fakeApi({ ...EMPTY, [REQUESTS]: [sam] });
  await openDesk('/desk');
  expect(await screen.findByText('12 min')).toBeVisible();
  act(() => void jest.advanceTimersByTime(19 * 60_000));
  expect(screen.getByText('31 min')).toBeVisible();
  expect(screen.getByText('Overdue')).toBeVisible();
});

test('a new request appears, a changed one is updated and a done one leaves, each fetched alone; a new account appears', async () => {
  let changed = sam;
  const lists: Record<string, unknown[]> = { requests: [lea], accounts: [] };
  const calls = fakeApi({
    ...EMPTY,
    [REQUESTS]: () => lists.requests,
    [ACCOUNTS]: () => lists.accounts,
    'GET v1/desk/requests/sam': () => changed,
    'GET v1/desk/requests/lea': { ...lea, status: 'done' },
    'GET v1/desk/requests/erased': { status: 404, body: { error: { code: 'NOT_FOUND', message: '' } } },
  });
  await openDesk('/desk');
  await screen.findByRole('link', { name: 'Léa Côté' });
  const before = calls.length;
  await announce('request.updated', 'sam');
  expect(await screen.findByRole('link', { name: 'Sam Roy' })).toBeVisible();
  changed = { ...sam, replies: [{ id: 'r', text: 'Coming', who: 'Dana', createdAt: ago(0) }], dueAt: null };
  await announce('request.updated', 'sam');
  expect(await screen.findByText('Replied')).toBeVisible();
  await announce('request.updated', 'lea');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Léa Côté' })).toBeNull());
  await announce('request.updated', 'erased');
  expect(calls.slice(before).map(({ route }) => route)).toEqual([
    'GET v1/desk/requests/sam',
    'GET v1/desk/requests/sam',
    'GET v1/desk/requests/lea',
    'GET v1/desk/requests/erased',
  ]);
  Object.assign(lists, { requests: [changed], accounts: [ada] });
  await announce('account.updated', 'ada');
  expect(await screen.findByRole('link', { name: 'Ada Lovell' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sam Roy' })).toBeVisible();
});

test('OverviewScreen shows an error when the lists can’t be fetched, and “Try again” loads them, or as many as it lists', async () => {
  fakeApi({});
  const user = await openDesk('/desk');
  expect(await screen.findByRole('alert')).toHaveTextContent('The list can’t be shown just now');
  const many = Array.from({ length: 50 }, (_, id) => deskRequest({ id: `${id}`, dueAt: null }));
  fakeApi({ ...EMPTY, [REQUESTS]: many });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: '50 or more are waiting' })).toBeVisible();
});

test('DeskFrame links to the desk pages of all remotes and switches the language; unknown paths lead to the overview', async () => {
  fakeApi(EMPTY);
  const pharmacy = { path: '/pharmacy', label: 'Pharmacy', drawing: undefined };
  const user = await openRoutes(feature.routes, '/desk/nowhere', [pharmacy]);
  expect(location.pathname).toBe('/desk');
  expect(screen.getByRole('link', { name: 'Pharmacy' })).toHaveAttribute('href', '/pharmacy');
  expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  expect(await screen.findByText('No one is waiting')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Français' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Poste des soins infirmiers' })).toBeVisible();
});

test.each([
  ['/desk/requests', 'Requests', 'page'],
  ['/desk/templates', 'Requests', 'true'],
  ['/desk/patients/lea', 'Patients', 'true'],
  ['/desk/records', 'Patients', 'true'],
  ['/desk/explanations', 'Patients', 'true'],
])('DeskFrame marks where %s belongs: %s', async (path, name, current) => {
  fakeApi({});
  await openDesk(path);
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([name]);
  expect(marked[0]).toHaveAttribute('aria-current', current);
});

test('DeskFrame of a hospital has nothing of the demo: no interest sign-ups, no patient to look at', async () => {
  openAsHospital();
  fakeApi(EMPTY);
  await openRoutes(feature.routes, '/desk/sign-ups');
  expect(location.pathname).toBe('/desk');
  expect(screen.queryByRole('link', { name: 'Sign-ups' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'What patients see' })).toBeNull();
});

test('DeskFrame opens the demo in a browser that has not passed the tutorial offer', async () => {
  fakeApi(EMPTY);
  const user = await openRoutes([...feature.routes, { path: 'app', element: <p /> }], '/desk');
  await user.click(screen.getByRole('button', { name: 'What patients see' }));
  expect(location.pathname).toBe('/app');
  expect(store.getState().settings.isUserValidated).toBe(true);
});

test('DeskFrame signs the user out', async () => {
  fakeApi({ ...EMPTY, 'DELETE v1/sessions': undefined });
  const user = await openDesk('/desk');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(store.getState().session.status).toBe('anonymous');
});
