import { waitFor } from '@testing-library/react';
import { changeSettings, EVENT_TYPE, paths } from 'shared-ui';
import { careEvent, fakeApi, openPage, patient, store, updateSlice } from 'shared-ui/testing';
import { openWaitingFrame } from '../remotes/guests/waiting-frame.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { publishRemote, publishRoutes } from '../remotes/testing/registry.ts';
import { openFrameWhenFormDue, prefetchOnPointerDown, prefetchScreenData, whenScreenReady } from './prefetch-screen.ts';

jest.mock('../remotes/remote-cache.ts', () => ({ loadOnce: jest.fn() }));
jest.mock('../remotes/guests/waiting-frame.ts', () => ({ openWaitingFrame: jest.fn(() => Promise.resolve()) }));
jest.mock('../idle.ts', () => ({ whenQuiet: (work: () => void) => work() }));

const RESULT = '/profile/1/results/one';

/** Makes `loadOnce` pend until "fail" is dispatched on the returned target. */
function codeOnItsWay(): EventTarget {
  const code = new EventTarget();
  const coming = new Promise<never>((_resolve, reject) => {
    code.addEventListener('fail', () => reject(new Error('It did not come')));
  });
  jest.mocked(loadOnce).mockReset().mockReturnValue(coming);
  return code;
}

/** Flushes pending promise callbacks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** Returns a function that tells whether the screen at a path is ready after all pending callbacks. */
function watch(pathname: string): () => Promise<boolean> {
  let isAtHand = false;
  void whenScreenReady(pathname).then(() => {
    isAtHand = true;
  });
  return async () => {
    await settle();
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

test('whenScreenReady waits for the session, the code and the first responses of an app screen', async () => {
  const code = codeOnItsWay();
  const isAtHand = watch(RESULT);
  expect(await isAtHand()).toBe(false);
  updateSlice('events', { loading: 'loading' });
  updateSlice('records', { loading: 'loading' });
  updateSlice('session', { status: 'full', me: patient });
  // Also if the code fails to load: the screen then says so.
  code.dispatchEvent(new Event('fail'));
  updateSlice('events', { loading: 'ready', fetchedAt: 1 });
  expect(await isAtHand()).toBe(false);
  updateSlice('records', { loading: 'failed' });
  expect(await isAtHand()).toBe(true);
  expect(loadOnce).toHaveBeenCalledWith('records', expect.anything());
});

test('whenScreenReady resolves immediately when the user will be redirected', async () => {
  codeOnItsWay();
  updateSlice('session', { status: 'anonymous' });
  expect(await watch(RESULT)()).toBe(true);
  expect(await watch('/')()).toBe(true);
  updateSlice('session', { status: 'full', me: patient });
  expect(await watch(paths.onboarding.login)()).toBe(true);
  expect(loadOnce).not.toHaveBeenCalled();
});

describe('the remote of a survey', () => {
  const hasLoaded = () => jest.mocked(loadOnce).mock.calls.some(([name]) => name === 'surveys');
  const ASKS = careEvent({ id: 'asks', type: EVENT_TYPE.HOSPITAL_SURVEY_IN });
  const TELLS = careEvent({ id: 'tells', type: EVENT_TYPE.PHYSICIAN });

  /** Opens a path as a user who is let in, and waits until the events have loaded. */
  async function openAt(pathname: string): Promise<void> {
    publishRoutes('timeline', [
      { path: '/app/*', guard: 'patient' },
      { path: '/profile/:profileId/events/*', guard: 'patient' },
    ]);
    codeOnItsWay();
    fakeApi({ 'GET events': [ASKS, TELLS], 'GET v1/profiles': [], 'GET v1/notifications': [] });
    prefetchScreenData(pathname);
    updateSlice('session', { status: 'full', me: patient });
    await waitFor(() => expect(store.getState().events.loading).toBe('ready'));
    await settle();
  }

  test.each([
    ['an event that asks for a form', paths.profile.event(1, 'asks'), true],
    ['an event that asks for none', paths.profile.event(1, 'tells'), false],
    ['an event that is not there', paths.profile.event(1, 'gone'), false],
    ['home', paths.app.root, false],
  ])('is prefetched only where a form will show: on %s', async (_what, pathname, expected) => {
    await openAt(pathname);
    expect(hasLoaded()).toBe(expected);
  });

  test.each([
    ['to an event that asks for a form', paths.profile.event(1, 'asks'), 'full', true],
    ['to an event that asks for none', paths.profile.event(1, 'tells'), 'full', false],
    ['to another site', `https://elsewhere.example.org${paths.profile.event(1, 'asks')}`, 'full', false],
    ['that the user may not open', paths.profile.event(1, 'asks'), 'anonymous', false],
  ] as const)(
    'is loaded when a link to its form is pressed, and only then: %s',
    async (_what, address, status, expected) => {
      prefetchOnPointerDown();
      await openAt(paths.profile.events(1));
      expect(hasLoaded()).toBe(false);
      updateSlice('session', { status, me: status === 'full' ? patient : null });
      document.body.innerHTML = `<a href="${address}"><span></span></a>`;
      document.querySelector('span')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
      await settle();
      expect(hasLoaded()).toBe(expected);
    },
  );

  test.each([
    ['sandboxed', ASKS, 1],
    ['sandboxed', TELLS, 0],
    ['sandboxed', { ...ASKS, viewed: true }, 0],
    ['trusted', ASKS, 0],
  ] as const)('openFrameWhenFormDue opens a frame only when needed, for a "%s" remote', async (trust, event, times) => {
    jest.mocked(openWaitingFrame).mockClear();
    publishRemote('surveys', { trust });
    openFrameWhenFormDue();
    updateSlice('events', { list: [event] });
    expect(openWaitingFrame).not.toHaveBeenCalled();
    updateSlice('session', { status: 'full', me: patient });
    updateSlice('events', { list: [event] });
    expect(openWaitingFrame).toHaveBeenCalledTimes(times);
  });
});
