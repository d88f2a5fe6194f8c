import { cameraFailureOf, cameraPermission, constraintsFor } from './camera.ts';

const named = (name: string) => Object.assign(new Error('no picture'), { name });

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'failed'],
  ['AbortError', 'failed'],
])('cameraFailureOf maps %s to %s', (name, failure) => {
  expect(cameraFailureOf(named(name))).toBe(failure);
});

test('cameraFailureOf maps any other error to failed', () => {
  expect(cameraFailureOf('?')).toBe('failed');
});

test('cameraPermission returns prompt when the browser does not report a state', async () => {
  expect(await cameraPermission()).toBe('prompt');
});

test('constraintsFor asks for the back camera unless one is named, at 1280 by 720', () => {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  expect(constraintsFor().video).toEqual({ facingMode: 'environment', ...size });
  expect(constraintsFor('front').video).toEqual({ deviceId: { exact: 'front' }, ...size });
});
