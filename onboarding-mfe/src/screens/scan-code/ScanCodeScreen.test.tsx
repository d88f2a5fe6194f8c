import { act, fireEvent, screen } from '@testing-library/react';
import { paths, store } from 'shared-ui';
import { fakeApi, savedToken } from 'shared-ui/testing';
import { readPhoto } from '../../scanner/wristband-reader.ts';
import { FakeCamera, removeCamera } from '../../testing/camera.ts';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import ScanCodeScreen from './ScanCodeScreen.tsx';

jest.mock('../../scanner/wristband-reader.ts', () => ({
  ...jest.requireActual('../../scanner/wristband-reader.ts'),
  readPhoto: jest.fn(),
}));

const BY_CODE = 'POST v1/sessions/code';
const HINT = 'Make sure the code is steady and well-lit. Hold your phone 12 inches away and then bring it closer.';
const UNKNOWN = "We're having some trouble confirming your QR Code. Please try to re-scan or try another way.";

let camera: FakeCamera;

beforeEach(() => {
  jest.useFakeTimers();
  openAsVisitor();
  camera = new FakeCamera();
});

afterEach(() => {
  jest.useRealTimers();
  removeCamera();
});

const pass = (milliseconds: number) => act(async () => jest.advanceTimersByTimeAsync(milliseconds));
/** Opens the screen and lets the camera start. */
async function open() {
  const view = await show(<ScanCodeScreen />, paths.onboarding.scanCode);
  await pass(0);
  return view;
}
async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
  await pass(0);
}
const byHand = () => screen.getByRole('link', { name: 'Enter the code by hand' });

test('ScanCodeScreen explains before it requests the camera', async () => {
  camera.install({ permission: 'prompt' });
  await open();
  expect(screen.getByText(/Your browser will ask whether it may use the camera/)).toBeVisible();
  expect(screen.getByText(/Pictures stay on your phone: nothing is recorded or sent\./)).toBeVisible();
  expect(camera.tracks).toEqual([]);
  screen.getByRole('button', { name: 'Turn on the camera' }).focus();
  await press('Turn on the camera');
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Scan my wristband' })).toHaveFocus();
  expect(camera.openTracks).toBe(1);
});

test.each([
  ['denied' as const, undefined, 'The camera is not allowed'],
  ['granted' as const, 'NotAllowedError', 'The camera is not allowed'],
  ['granted' as const, 'NotFoundError', 'No camera found'],
  ['granted' as const, 'NotReadableError', 'The camera did not start'],
  ['not installed' as const, undefined, 'No camera found'],
])('ScanCodeScreen explains permission %s, camera %s and offers manual entry', async (permission, failure, title) => {
  if (permission !== 'not installed') camera.install({ permission, ...(failure && { failure }) });
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent(title);
  expect(byHand()).toHaveAttribute('href', paths.onboarding.enterBarcode);
});

test('ScanCodeScreen can retry a denied camera, and shows a message when another app takes it', async () => {
  camera.install({ permission: 'denied' });
  await open();
  await press('Try again');
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
  const [, lost] = camera.tracks.at(-1)?.addEventListener.mock.calls[0] ?? [];
  await act(async () => lost());
  expect(screen.getByRole('alert')).toHaveTextContent('The camera did not start');
});

test('ScanCodeScreen offers the light when there is one, and hides it once it fails', async () => {
  camera.install({ hasTorch: true });
  await open();
  const { applyConstraints } = camera.tracks.at(-1) ?? {};
  applyConstraints?.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('Too hot'));
  await press('Turn on the light');
  await press('Turn off the light');
  expect(applyConstraints).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: /light/ })).toBeNull();
  expect(screen.getByText('Hold the code between the corners')).toBeVisible();
});

test('ScanCodeScreen switches to the next camera and closes the one before', async () => {
  camera.install({ devices: ['back', 'front'] });
  await open();
  await press('Use another camera');
  expect(camera.tracks.at(-1)?.getSettings()).toEqual({ deviceId: 'front' });
  expect(camera.openTracks).toBe(1);
  await press('Use another camera');
  expect(camera.tracks.at(-1)?.getSettings()).toEqual({ deviceId: 'back' });
});

/** Chooses a photo with this decoding result: a text, nothing, or an error for a file that is no picture. */
async function choosePhoto(result: string | null | Error) {
  if (result instanceof Error) jest.mocked(readPhoto).mockRejectedValueOnce(result);
  else jest.mocked(readPhoto).mockResolvedValueOnce(result);
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await act(async () => fireEvent.change(input, { target: { files: [new File(['photo'], 'wristband.jpg')] } }));
  await pass(0);
}

test('ScanCodeScreen reads a photo when the camera is not allowed, also after photos without a wristband code', async () => {
  camera.install({ permission: 'denied' });
  const calls = fakeApi({ [BY_CODE]: { token: 'secret', user: narrowUser } });
  await open();
  expect(screen.getByRole('button', { name: 'Use a photo instead' })).toBeVisible();
  for (const result of [null, 'https://example.org', new Error('no picture')]) {
    await choosePhoto(result);
    expect(screen.getByText('No code found in this photo')).toBeVisible();
  }
  await choosePhoto('er10000001');
  expect(calls).toEqual([{ route: BY_CODE, body: { code: 'ER10000001' } }]);
  expect(store.getState().session.status).toBe('narrow');
});

test('ScanCodeScreen shows the hint after 8 seconds without success, no button without a use, and closes the camera', async () => {
  camera.install();
  const { unmount } = await open();
  expect(screen.queryByRole('button', { name: /light|another camera/ })).toBeNull();
  await pass(7_999);
  expect(screen.queryByText(HINT)).toBeNull();
  await pass(1);
  expect(screen.getByText(HINT)).toBeVisible();
  expect(camera.openTracks).toBe(1);
  unmount();
  expect(camera.openTracks).toBe(0);
});

test('ScanCodeScreen opens a narrow session, plays the success animation for 2 s and opens the PIN', async () => {
  camera.install();
  const calls = fakeApi({ [BY_CODE]: { token: 'secret', user: narrowUser } });
  await open();
  camera.codeInFrame = 'ER10000001';
  await pass(500);
  expect(calls).toEqual([{ route: BY_CODE, body: { code: 'ER10000001' } }]);
  expect(savedToken()).toBe('secret');
  expect(store.getState().session.status).toBe('narrow');
  expect(camera.openTracks).toBe(0);
  expect(screen.queryByText('Scan successful')).toBeNull();
  await pass(1_000);
  expect(screen.getByRole('heading', { name: 'Scan successful' })).toBeVisible();
  expect(location.pathname).toBe(paths.onboarding.scanCode);
  await pass(1_000);
  expect(location.pathname).toBe(paths.onboarding.pinCode);
});

test('ScanCodeScreen shows a message for an unknown code, checked once, and repeats a check that a network error stopped', async () => {
  camera.install();
  const calls = fakeApi({ [BY_CODE]: { status: 401, body: { error: { code: 'BARCODE_UNKNOWN', message: 'No.' } } } });
  await open();
  camera.codeInFrame = 'ER99999999';
  await pass(3_000);
  expect(screen.getByText(UNKNOWN)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(calls).toHaveLength(1);
  fakeApi({});
  camera.codeInFrame = 'ER10000001';
  await pass(500);
  expect(screen.getByText(/We can't reach the server just now/)).toBeVisible();
  expect(screen.queryByText(UNKNOWN)).toBeNull();
  fakeApi({ [BY_CODE]: { token: 'secret', user: narrowUser } });
  await pass(6_000);
  expect(store.getState().session.status).toBe('narrow');
});

test('ScanCodeScreen closes a camera that is still starting on unmount', async () => {
  camera.install();
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
  expect(camera.openTracks).toBe(0);
});
