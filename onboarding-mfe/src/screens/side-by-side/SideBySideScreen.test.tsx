import { act, screen, waitFor, within } from '@testing-library/react';
import type { CareRequest } from 'mock-api/contract';
import { paths, runtimeConfig } from 'shared-ui';
import { fakeApi, openRoutes, setRuntimeConfig } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import feature from '../../feature.tsx';
import { openAsVisitor } from '../../testing/show.tsx';

const PATH = '/onboarding/side-by-side';
const session = (token: string, more: object = {}) => ({ token, user: {}, ...more });
const request = (fields: Partial<CareRequest>) => ({ id: 'new', kind: 'water', status: 'sent', ...fields });
const OLD = request({ id: 'old', status: 'on-the-way' });

const post = (pane: 'phone' | 'desk', message: { say: string; news?: object }) =>
  act(async () => {
    const channel = new BroadcastChannel(`pane-${pane}:lodestar-stream`);
    channel.postMessage({ who: 'someone', ...message });
    channel.close();
  });
/** Announces on the stream of a pane that a request has changed. */
const announce = (pane: 'phone' | 'desk', kind = 'request.updated') => post(pane, { say: 'news', news: { kind } });

class FakeChannel {
  static readonly open = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.open) if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }
  close() {
    FakeChannel.open.delete(this);
  }
}

let requests: object[];

/** Opens the screen on a screen of this width, whose staff sign in as `staff` says. */
async function open(isWide = true, staff: object = session('staff-token', { secondFactor: 'email' })) {
  requests = [OLD];
  globalThis.matchMedia = jest
    .fn()
    .mockReturnValue({ matches: isWide, addEventListener() {}, removeEventListener() {} });
  Object.assign(globalThis, { BroadcastChannel: FakeChannel });
  const calls = fakeApi({
    'POST v1/sessions': ({ username }: { username: string }) =>
      username === 'patient@example.org' ? session('patient-token') : staff,
    'POST v1/sessions/second-factor/resend': {},
    'POST v1/sessions/second-factor': {},
    'GET dev/outbox': {
      messages: [
        { to: 'other@example.org', body: 'Your code is 111111' },
        { to: 'staff@example.org', body: 'Your code is 222222' },
        { to: 'staff@example.org', body: 'Your code is 333333' },
      ],
    },
    'GET v1/profiles/1/requests': () => requests,
  });
  const user = await openRoutes([...feature.routes, { path: '*', element: null }], PATH);
  return { user, calls };
}

const done = () =>
  within(screen.getByRole('list', { name: 'The guided minute' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent?.startsWith('Done:'));

beforeEach(openAsVisitor);

test('SideBySideScreen opens phone and desk, each with its own session', async () => {
  const { calls } = await open();
  const frames = [await screen.findByTitle('Phone: what a patient sees'), screen.getByTitle('Desk: what staff see')];
  expect(frames.map((frame) => [frame.getAttribute('name'), frame.getAttribute('src')])).toEqual([
    ['pane-phone', '/app'],
    ['pane-desk', '/desk/board'],
  ]);
  expect(sessionStorage.getItem('pane-phone:localStorage:access-token')).toBe('patient-token');
  expect(sessionStorage.getItem('pane-desk:localStorage:access-token')).toBe('staff-token');
  expect(localStorage.getItem('access-token')).toBeNull();
  const sent = calls.find(({ route }) => route === 'POST v1/sessions/second-factor');
  expect(sent?.body).toEqual({ code: '222222' });
  expect(calls.some(({ route }) => route.endsWith('resend'))).toBe(false);
  expect(await axeViolations()).toEqual([]);
});

test('SideBySideScreen asks for a code when staff have a passkey', async () => {
  const { calls } = await open(true, session('staff-token', { secondFactor: 'passkey' }));
  await screen.findByTitle('Desk: what staff see');
  expect(calls.some(({ route }) => route.endsWith('second-factor/resend'))).toBe(true);
});

test('SideBySideScreen ticks each step when it has really happened', async () => {
  const { user } = await open();
  await screen.findByRole('list', { name: 'The guided minute' });
  await announce('desk');
  await announce('phone', 'event.created');
  expect(done()).toEqual([false, false, false, false]);
  requests = [OLD, request({})];
  await announce('phone');
  await waitFor(() => expect(done()).toEqual([true, false, false, false]));
  await announce('desk');
  await waitFor(() => expect(done()).toEqual([true, true, false, false]));
  expect(screen.getAllByRole('listitem', { current: 'step' })).toHaveLength(1);
  requests = [OLD, request({ status: 'on-the-way' })];
  await announce('desk');
  await waitFor(() => expect(done()).toEqual([true, true, true, false]));
  await announce('phone');
  await waitFor(() => expect(done()).toEqual([true, true, true, true]));
  expect(screen.getByRole('status')).toHaveTextContent('That’s it.');
  await user.click(screen.getByRole('button', { name: 'Skip the steps' }));
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show the steps' }));
  expect(done()).toEqual([false, false, false, false]);
});

test('SideBySideScreen ticks a step that a pane has missed once its stream is back', async () => {
  await open();
  await screen.findByRole('list', { name: 'The guided minute' });
  requests = [OLD, request({})];
  await post('phone', { say: 'cut' });
  expect(done()).toEqual([false, false, false, false]);
  await post('phone', { say: 'alive' });
  await waitFor(() => expect(done()).toEqual([true, false, false, false]));
  await announce('desk', 'resync');
  await waitFor(() => expect(done()).toEqual([true, true, false, false]));
});

test('SideBySideScreen says so when a session can’t be opened, and tries again', async () => {
  const { user } = await open(true, { status: 429, body: { error: { code: 'TOO_MANY', message: '' } } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Both sides couldn’t be opened.');
  expect(screen.queryByTitle('Desk: what staff see')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('SideBySideScreen on a narrow screen leads to each side on its own, and signs no one in', async () => {
  const { calls } = await open(false);
  expect(await screen.findByText(/need a wider screen/)).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([paths.onboarding.tutorialOffer, paths.onboarding.login]);
  expect(calls).toEqual([]);
});

test('SideBySideScreen doesn’t exist outside a demo', async () => {
  setRuntimeConfig({ ...runtimeConfig(), demo: false });
  const { calls } = await open();
  await waitFor(() => expect(location.pathname).toBe(paths.onboarding.choice));
  expect(calls).toEqual([]);
});
