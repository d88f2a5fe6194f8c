import { changeSettings, paths } from 'shared-ui';
import { updateSlice } from 'shared-ui/host';
import { openPage, patient, store } from 'shared-ui/testing';
import { loadOnce } from '../remotes/remote-cache.ts';
import { publishRoutes } from '../remotes/test-registry.ts';
import { whenScreenReady } from './prefetch-screen.ts';

jest.mock('../remotes/remote-cache.ts', () => ({ loadOnce: jest.fn() }));

const RESULT = '/profile/1/results/one';

/** The code of a remote is on its way: it comes, or does not, when the page is told so. */
function codeOnItsWay(): EventTarget {
  const code = new EventTarget();
  const coming = new Promise<never>((resolve, reject) => {
    code.addEventListener('come', () => resolve(undefined as never));
    code.addEventListener('fail', () => reject(new Error('It did not come')));
  });
  jest.mocked(loadOnce).mockReset().mockReturnValue(coming);
  return code;
}

/** Whether the screen at a path is at hand once everything that can go on has gone on. */
function watch(pathname: string): () => Promise<boolean> {
  let isAtHand = false;
  void whenScreenReady(pathname).then(() => {
    isAtHand = true;
  });
  return async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return isAtHand;
  };
}

beforeEach(() => {
  publishRoutes('onboarding', [{ path: '/onboarding/*', guard: 'visitor' }]);
  publishRoutes('timeline', [{ path: '/app/*', guard: 'patient' }]);
  publishRoutes('records', [{ path: '/profile/:profileId/results/*', guard: 'patient' }]);
  openPage();
  store.setState(store.getInitialState(), true);
  changeSettings({ isUserValidated: true });
});

test('a screen of the app is at hand when it is known who is here, and its code and first answers have come', async () => {
  const code = codeOnItsWay();
  const isAtHand = watch(RESULT);
  expect(await isAtHand()).toBe(false);
  updateSlice('events', { loading: 'loading' });
  updateSlice('records', { loading: 'loading' });
  updateSlice('session', { status: 'full', me: patient });
  code.dispatchEvent(new Event('come'));
  updateSlice('events', { loading: 'ready', fetchedAt: 1 });
  expect(await isAtHand()).toBe(false);
  updateSlice('records', { loading: 'failed' });
  expect(await isAtHand()).toBe(true);
  expect(loadOnce).toHaveBeenCalledWith('records', expect.anything());
});

test('its code is waited for like its answers, and a failure holds up no user', async () => {
  const code = codeOnItsWay();
  updateSlice('session', { status: 'full', me: patient });
  const isAtHand = watch(paths.app.root);
  expect(await isAtHand()).toBe(false);
  code.dispatchEvent(new Event('fail'));
  expect(await isAtHand()).toBe(true);
});

test('who is led elsewhere waits for nothing', async () => {
  codeOnItsWay();
  updateSlice('session', { status: 'anonymous' });
  expect(await watch(RESULT)()).toBe(true);
  expect(await watch('/')()).toBe(true);
  updateSlice('session', { status: 'full', me: patient });
  expect(await watch(paths.onboarding.login)()).toBe(true);
  expect(loadOnce).not.toHaveBeenCalled();
});

test('a screen of onboarding is at hand with its code', async () => {
  const code = codeOnItsWay();
  updateSlice('session', { status: 'anonymous' });
  const isAtHand = watch(paths.onboarding.login);
  expect(await isAtHand()).toBe(false);
  code.dispatchEvent(new Event('come'));
  expect(await isAtHand()).toBe(true);
});
