import { backoff } from './backoff.ts';

test.each([
  [1, 0, 1_000],
  [2, 0, 2_000],
  [3, 0, 4_000],
  [3, 0.999, 2_002],
  [9, 0, 256_000],
  [10, 0, 300_000],
  [1_000, 0, 300_000],
  [1, 0.999, 1_000],
])('backoff after %i attempts with random %f is %i ms', (tries, random, expected) => {
  expect(backoff(tries, random)).toBeCloseTo(expected, -1);
});

test('backoff is at least the requested delay', () => {
  expect(backoff(1, 0, 60_000)).toBe(60_000);
  expect(backoff(9, 0, 60_000)).toBe(256_000);
});
