import type { RuntimeConfig } from '../contract/runtime.ts';
import { hospitalTimeZone, setRuntimeConfig } from './runtime.ts';

test('setRuntimeConfig reads no time zone, which screens rendered at the build don’t know', () => {
  const read = jest.fn(() => 'America/Toronto');
  setRuntimeConfig({
    get timeZone() {
      return read();
    },
  } as unknown as RuntimeConfig);
  expect(read).not.toHaveBeenCalled();
  expect(hospitalTimeZone()).toBe('America/Toronto');
});

test.each([undefined, 'Nowhere/Town'])('hospitalTimeZone is undefined for the unknown time zone %s', (timeZone) => {
  setRuntimeConfig({ timeZone } as unknown as RuntimeConfig);
  expect(hospitalTimeZone()).toBeUndefined();
});
