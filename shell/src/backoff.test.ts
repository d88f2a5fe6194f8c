import { backoff, STREAM_BACKOFF, SURVEY_BACKOFF } from './backoff.ts';

test.each([
  [1, 0, 1_000],
  [2, 0, 2_000],
  [3, 0, 4_000],
  [3, 0.999, 2_002],
  [9, 0, 256_000],
  [10, 0, 300_000],
  [1_000, 0, 300_000],
  [1, 0.999, 1_000],
])('backoff of a survey after %i attempts with random %f is %i ms', (tries, random, expected) => {
  expect(backoff(tries, random, SURVEY_BACKOFF)).toBeCloseTo(expected, -1);
});

test('backoff of a survey is at least the requested delay', () => {
  expect(backoff(1, 0, SURVEY_BACKOFF, 60_000)).toBe(60_000);
  expect(backoff(9, 0, SURVEY_BACKOFF, 60_000)).toBe(256_000);
});

test('backoff of the stream grows to one minute, with jitter', () => {
  expect([1, 2, 3, 11].map((failures) => backoff(failures, 0, STREAM_BACKOFF))).toEqual([1_000, 2_000, 4_000, 60_000]);
  expect(backoff(11, 1, STREAM_BACKOFF)).toBe(30_000);
});
