import { runtimeConfig, setRuntimeConfig } from '../../platform/runtime.ts';
import { fakeApi, narrowUser, openPage, patient } from '../../testing/index.ts';
import { store } from '../store.ts';
import { returnPathOf } from './ended.ts';
import { openSession, recheckSession, restoreSession } from './session.ts';

const refused = { status: 401, body: { error: { code: 'UNAUTHENTICATED', message: 'Please sign in' } } };
const other = { ...patient, id: 'other' };

const ended = () => store.getState().session.ended;
const returnPath = () => returnPathOf(store.getState());

/** Has the server end the session of the open page. */
async function refuse(): Promise<void> {
  fakeApi({ 'GET v1/users/me': refused });
  await recheckSession();
}

/** Touches the page, then lets time pass without use. */
function leaveAlone(minutes: number): void {
  document.dispatchEvent(new Event('keydown'));
  jest.setSystemTime(Date.now() + minutes * 60_000);
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  openPage();
  store.setState(store.getInitialState(), true);
  history.replaceState(null, '', '/profile/1/requests/new?kind=question');
  openSession({ token: 't', user: patient });
});

afterEach(() => jest.useRealTimers());

test.each([
  ['after 30 minutes without use is idle', 30, 'idle'],
  ['while the page is used was ended elsewhere', 5, 'other'],
])('a session that ends %s', async (_when, minutes, reason) => {
  leaveAlone(minutes);
  await refuse();
  expect(ended()).toEqual({ reason, userId: patient.id, path: '/profile/1/requests/new?kind=question' });
});

test('the hospital’s own limit decides what counts as idle', async () => {
  setRuntimeConfig({ ...runtimeConfig(), sessionIdleMinutes: 60 });
  leaveAlone(40);
  await refuse();
  expect(ended()?.reason).toBe('other');
});

test('returnPathOf leads the same user back after the PIN, and no one else', async () => {
  await refuse();
  expect(returnPath()).toBeNull();
  openSession({ token: 't2', user: narrowUser });
  expect(returnPath()).toBeNull();
  openSession({ token: 't2', user: patient });
  expect(returnPath()).toBe('/profile/1/requests/new?kind=question');
  openSession({ token: 't3', user: other });
  expect(returnPath()).toBeNull();
  openSession({ token: 't4', user: patient });
  expect(returnPath()).toBeNull();
});

test.each(['/', '/onboarding/pin-code', '/expired', '/refresh', '/reset'])('no one is led back to %s', async (path) => {
  history.replaceState(null, '', path);
  await refuse();
  expect(ended()).toMatchObject({ userId: patient.id, path: null });
});

test('a page that is opened with an ended session explains it', async () => {
  store.setState(store.getInitialState(), true);
  localStorage.setItem('access-token', 't');
  fakeApi({ 'GET v1/users/me': refused });
  await restoreSession();
  expect(ended()).toMatchObject({ userId: null });
  expect(returnPath()).toBeNull();
});
