import { act, fireEvent, screen } from '@testing-library/react';
import { paths, store } from 'shared-ui';
import { fakeApi, savedToken } from 'shared-ui/testing';
import { chooseReader } from '../../scanner/reader.ts';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import ScanCodeScreen from './ScanCodeScreen.tsx';

jest.mock('../../scanner/reader.ts', () => ({ chooseReader: jest.fn() }));

const BY_CODE = 'POST v1/sessions/code';
const HINT = 'Make sure the code is steady and well-lit. Hold your phone 12 inches away and then bring it closer.';
const UNKNOWN = "We're having some trouble confirming your QR Code. Please try to re-scan or try another way.";

/** What the camera sees at the moment. */
let inPicture: string | null = null;
const tracks: { stop: jest.Mock; addEventListener: jest.Mock }[] = [];

function openTracks() {
  return tracks.filter(({ stop }) => stop.mock.calls.length === 0).length;
}

function giveCamera(permission: PermissionState, failure?: string): void {
  const getUserMedia = async () => {
    if (failure) throw Object.assign(new Error('no'), { name: failure });
    const track = { stop: jest.fn(), addEventListener: jest.fn() };
    tracks.push(track);
    return { getTracks: () => [track] };
  };
  Object.assign(navigator, {
    mediaDevices: { getUserMedia },
    permissions: { query: async () => ({ state: permission }) },
  });
}

beforeEach(() => {
  jest.useFakeTimers();
  openAsVisitor();
  inPicture = null;
  tracks.length = 0;
  jest.spyOn(console, 'info').mockImplementation(() => {});
  jest.mocked(chooseReader).mockResolvedValue({ read: async () => inPicture });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
});

afterEach(() => {
  jest.useRealTimers();
  for (const name of ['mediaDevices', 'permissions']) Reflect.deleteProperty(navigator, name);
});

const open = () => show(<ScanCodeScreen />, paths.onboarding.scanCode);
const pass = (milliseconds: number) => act(async () => jest.advanceTimersByTimeAsync(milliseconds));
const byHand = () => screen.getByRole('link', { name: 'Enter the code by hand' });

test('explains before it asks for the camera', async () => {
  giveCamera('prompt');
  await open();
  expect(screen.getByText(/Your browser will ask whether it may use the camera/)).toBeVisible();
  expect(tracks).toEqual([]);
  screen.getByRole('button', { name: 'Turn on the camera' }).focus();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Turn on the camera' })));
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Scan my wristband' })).toHaveFocus();
  expect(openTracks()).toBe(1);
});

test('starts at once where the camera was allowed before', async () => {
  giveCamera('granted');
  await open();
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
});

test.each([
  ['denied' as const, undefined, 'The camera is not allowed'],
  ['granted' as const, 'NotAllowedError', 'The camera is not allowed'],
  ['granted' as const, 'NotFoundError', 'No camera found'],
  ['granted' as const, 'NotReadableError', 'The camera did not start'],
])('permission %s, camera %s: says so kindly and offers the way by hand', async (permission, failure, title) => {
  giveCamera(permission, failure);
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent(title);
  expect(byHand()).toHaveAttribute('href', paths.onboarding.enterBarcode);
});

test('a device that can give no camera at all says so', async () => {
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent('No camera found');
});

test('a camera that was denied can be tried again', async () => {
  giveCamera('denied');
  await open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
});

test('a light is offered where the phone has one, and no more when it does not obey', async () => {
  giveCamera('granted');
  const track = {
    stop: jest.fn(),
    addEventListener: jest.fn(),
    getCapabilities: () => ({ torch: true }),
    applyConstraints: jest.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('Too hot')),
  };
  navigator.mediaDevices.getUserMedia = async () => ({ getTracks: () => [track] }) as unknown as MediaStream;
  await open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Turn on the light' })));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Turn off the light' })));
  expect(track.applyConstraints).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: /light/ })).toBeNull();
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
});

test('the hint comes after 8 seconds without success', async () => {
  giveCamera('granted');
  await open();
  await pass(7_999);
  expect(screen.queryByText(HINT)).toBeNull();
  await pass(1);
  expect(screen.getByText(HINT)).toBeVisible();
});

test('a wristband opens a narrow session, is celebrated for 2 s, and leads to the PIN', async () => {
  giveCamera('granted');
  const calls = fakeApi({ [BY_CODE]: { token: 'secret', user: narrowUser } });
  await open();
  inPicture = 'ER10000001';
  await pass(500);
  expect(calls).toEqual([{ route: BY_CODE, body: { code: 'ER10000001' } }]);
  expect(savedToken()).toBe('secret');
  expect(store.getState().session.status).toBe('narrow');
  expect(openTracks()).toBe(0);
  expect(screen.queryByText('Scan successful')).toBeNull();
  await pass(1_000);
  expect(screen.getByRole('heading', { name: 'Scan successful' })).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.scanCode);
  await pass(1_000);
  expect(location.pathname).toBe(paths.onboarding.pinCode);
});

test('an unknown code shows the message, is asked about once, and scanning goes on', async () => {
  giveCamera('granted');
  const calls = fakeApi({
    [BY_CODE]: ({ code }: { code: string }) =>
      code === 'ER10000001'
        ? { token: 'secret', user: narrowUser }
        : { status: 401, body: { error: { code: 'BARCODE_UNKNOWN', message: 'No.' } } },
  });
  await open();
  inPicture = 'ER99999999';
  await pass(3_000);
  expect(screen.getByText(UNKNOWN)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(calls).toHaveLength(1);
  inPicture = 'ER10000001';
  await pass(500);
  expect(store.getState().session.status).toBe('narrow');
});

test('a check that does not get through says so, and is made again after a while', async () => {
  giveCamera('granted');
  const calls = fakeApi({});
  await open();
  inPicture = 'ER10000001';
  await pass(500);
  expect(screen.getByText(/We can't reach the server just now/)).toBeVisible();
  expect(screen.queryByText(UNKNOWN)).toBeNull();
  await pass(6_000);
  expect(calls).toHaveLength(2);
});

test('leaving the screen ends the camera', async () => {
  giveCamera('granted');
  const { unmount } = await open();
  expect(openTracks()).toBe(1);
  unmount();
  expect(openTracks()).toBe(0);
});

test('leaving while the camera still starts ends it too', async () => {
  giveCamera('granted');
  let start = () => {};
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(
    new Promise((resolve) => {
      start = resolve;
    }),
  );
  const { unmount } = await open();
  unmount();
  start();
  await pass(0);
  expect(openTracks()).toBe(0);
});

test('a camera that another app takes away is said', async () => {
  giveCamera('granted');
  await open();
  const [, lost] = tracks.at(-1)?.addEventListener.mock.calls[0] ?? [];
  await act(async () => lost());
  expect(screen.getByRole('alert')).toHaveTextContent('The camera did not start');
});
