import { FakeCamera, removeCamera } from '../testing/camera.ts';
import { startScanner } from './scanner.ts';
import { SCAN_DELAY_MS } from './wristband-reader.ts';

let camera: FakeCamera;

beforeEach(() => {
  jest.useFakeTimers();
  camera = new FakeCamera();
});

afterEach(() => {
  jest.useRealTimers();
  removeCamera();
});

const pass = (attempts: number) => jest.advanceTimersByTimeAsync(SCAN_DELAY_MS * attempts);

async function scan(options: Parameters<FakeCamera['install']>[0] = {}, deviceId?: string) {
  camera.install(options);
  const events = { onRunning: jest.fn(), onCode: jest.fn(async (_code: string) => undefined), onFailure: jest.fn() };
  const video = document.createElement('video');
  const stop = startScanner(video, events, deviceId);
  await pass(0);
  return { ...events, stop, video };
}

test('startScanner tries every 500 ms until it is stopped, which closes the camera', async () => {
  const { stop, onCode, video } = await scan();
  expect(camera.attempt).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(499);
  expect(camera.attempt).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(camera.attempt).toHaveBeenCalledTimes(2);
  stop();
  camera.codeInFrame = 'ER10000001';
  await pass(3);
  expect(camera.attempt).toHaveBeenCalledTimes(2);
  expect(onCode).not.toHaveBeenCalled();
  expect(camera.openTracks).toBe(0);
  expect(video.srcObject).toBeNull();
});

test('startScanner runs when the browser does not list its cameras', async () => {
  camera.install();
  Object.assign(navigator.mediaDevices, { enumerateDevices: () => Promise.reject(new Error('no')) });
  const onRunning = jest.fn();
  startScanner(document.createElement('video'), { onRunning, onCode: async () => undefined, onFailure: jest.fn() });
  await pass(0);
  expect(onRunning).toHaveBeenCalledWith({ torch: undefined, nextCamera: undefined });
});

test('startScanner reports codes that begin with ER, and keeps reading', async () => {
  const { onCode } = await scan();
  for (const text of ['https://example.org', '4006381333931', ' er10000001 ', 'ER10000002']) {
    camera.codeInFrame = text;
    await pass(1);
  }
  expect(onCode.mock.calls).toEqual([['ER10000001'], ['ER10000002']]);
});

test('startScanner ignores codes while one is being checked', async () => {
  const { onCode } = await scan();
  let finish = () => {};
  onCode.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = () => resolve(undefined);
    }),
  );
  camera.codeInFrame = 'ER10000001';
  await pass(4);
  expect(onCode).toHaveBeenCalledTimes(1);
  finish();
  await pass(1);
  expect(onCode).toHaveBeenCalledTimes(2);
});

test('startScanner stops and reports a failure when decoding throws', async () => {
  const { onFailure } = await scan();
  camera.codeInFrame = new Error('broken');
  await pass(3);
  expect(onFailure.mock.calls).toEqual([['failed']]);
  expect(camera.attempt).toHaveBeenCalledTimes(2);
  expect(camera.openTracks).toBe(0);
});

test('startScanner closes the camera when its torch can no longer be switched off', async () => {
  const { stop, onRunning } = await scan({ hasTorch: true });
  expect(onRunning.mock.calls[0][0].torch).toBeDefined();
  camera.tracks[0]?.applyConstraints.mockRejectedValue(new Error('InvalidStateError'));
  stop();
  await pass(1);
  expect(camera.openTracks).toBe(0);
});

test.each([
  [['back'], undefined, undefined],
  [['back', 'front'], undefined, 'front'],
  [['back', 'wide', 'front'], 'wide', 'front'],
  [['back', 'front'], 'front', 'back'],
])('startScanner reports the next camera of %j after %s', async (devices, deviceId, nextCamera) => {
  const { onRunning } = await scan({ devices }, deviceId);
  expect(onRunning).toHaveBeenCalledWith({ torch: undefined, nextCamera });
});
