import { ApiFailure } from 'shared-ui';
import { createBlockedCodes } from './useCodeCheck.ts';

function at(start = 0) {
  const clock = { now: start };
  return { clock, blockedCodes: createBlockedCodes(() => clock.now) };
}

test('a refused code is never sent again', () => {
  const { clock, blockedCodes } = at();
  blockedCodes.add('ER1', new ApiFailure('rejected', 401, 'BARCODE_UNKNOWN', ''));
  clock.now = 10 ** 12;
  expect(blockedCodes.has('ER1')).toBe(true);
  expect(blockedCodes.has('ER2')).toBe(false);
});

test.each([
  new ApiFailure('unreachable', 0, 'NETWORK', ''),
  new ApiFailure('unavailable', 503, 'UNAVAILABLE', ''),
  new ApiFailure('rejected', 429, 'LOGIN_BLOCKED', ''),
])('createBlockedCodes releases a code after 5 s when the check failed without a verdict (%j)', (failure) => {
  const { clock, blockedCodes } = at();
  blockedCodes.add('ER1', failure);
  clock.now = 4_999;
  expect(blockedCodes.has('ER1')).toBe(true);
  clock.now = 5_000;
  expect(blockedCodes.has('ER1')).toBe(false);
});
