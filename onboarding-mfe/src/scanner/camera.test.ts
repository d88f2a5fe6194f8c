import { cameraPermission, troubleOf } from './camera.ts';

const named = (name: string) => Object.assign(new Error('no picture'), { name });

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'failed'],
  ['AbortError', 'failed'],
])('%s means %s', (name, trouble) => {
  expect(troubleOf(named(name))).toBe(trouble);
});

test('anything else means that the camera failed', () => {
  expect(troubleOf('?')).toBe('failed');
});

test('a browser that does not tell has to ask', async () => {
  expect(await cameraPermission()).toBe('prompt');
});
