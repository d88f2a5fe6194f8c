import { patient, store, updateSlice } from 'shared-ui/testing';
import { watchSignIn } from './OverrideStrip.tsx';
import { endOverride, mayKeepOverride } from './override.ts';

jest.mock('./override.ts', () => ({ endOverride: jest.fn(async () => undefined), mayKeepOverride: jest.fn() }));

const server = jest.mocked(mayKeepOverride);
const token = (value: string) => localStorage.setItem('access-token', value);
const asked = () => server.mock.calls.map(([asked]) => asked);
const inTurn = () => new Promise((resolve) => setTimeout(resolve));

test('watchSignIn checks each full session once and ends the test version when refused', async () => {
  server.mockResolvedValue(true);
  await watchSignIn();
  expect(asked()).toEqual([]);
  token('wristband');
  updateSlice('session', { status: 'narrow' });
  expect(asked()).toEqual([]);
  updateSlice('session', { status: 'full', me: patient });
  updateSlice('session', { isOffline: true });
  updateSlice('session', { isOffline: false });
  await inTurn();
  expect(asked()).toEqual(['wristband']);
  expect(endOverride).not.toHaveBeenCalled();
  server.mockResolvedValue(false);
  token('next');
  updateSlice('session', { status: 'anonymous', me: null });
  updateSlice('session', { status: 'full', me: patient });
  await inTurn();
  expect(asked()).toEqual(['wristband', 'next']);
  expect(endOverride).toHaveBeenCalledTimes(1);
  store.setState(store.getInitialState(), true);
});

test('watchSignIn waits for the server before loading the test version for a saved session', async () => {
  token('saved');
  const response = new EventTarget();
  server.mockReturnValue(new Promise((resolve) => response.addEventListener('come', () => resolve(true))));
  const onStart = jest.fn();
  const starting = watchSignIn().then(onStart);
  await inTurn();
  expect(onStart).not.toHaveBeenCalled();
  response.dispatchEvent(new Event('come'));
  await starting;
  expect(onStart).toHaveBeenCalled();
});
