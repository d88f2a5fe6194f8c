import { STEPS } from './steps.ts';
import { videoShape } from './videos.ts';

test.each([
  [844, 390, 'tallest'],
  [1777, 1000, 'tallest'],
  [1776.9, 1000, 'tall'],
  [1700, 1000, 'tall'],
  [1699.9, 1000, 'medium'],
  [1520, 1000, 'medium'],
  [1519.9, 1000, 'standard'],
  [1024, 768, 'standard'],
  [390, 844, 'standard'],
  [0, 0, 'standard'],
])('videoShape for a screen of %p by %p is "%s"', (height, width, shape) => {
  expect(videoShape(height, width)).toBe(shape);
});

test('STEPS has twelve steps with the timestamps of the product rules, and nothing to tick', () => {
  expect(STEPS.map(({ at }) => at)).toEqual([5.5, 12.75, 17.5, 24, 29, 38.5, 45, 51, 57.5, 64.5, 72.5, 75]);
  expect(STEPS.some(({ consent }) => consent)).toBe(false);
});
