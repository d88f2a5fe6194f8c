import { directionOf, isDeliberate } from './DeletableRow.tsx';

test.each([
  [0, 0, 'open'],
  [-9, 0, 'open'],
  [-10, 0, 'swipe'],
  [-20, 12, 'swipe'],
  [-12, 20, 'other'],
  [0, 40, 'other'],
  [40, 0, 'other'],
])('directionOf for a finger that moved %d across and %d down: %s', (across, down, direction) => {
  expect(directionOf({ across, down })).toBe(direction);
});

test.each([
  ['far and slow', -140, 358, 2_000, true],
  ['far for a narrow card', -110, 260, 2_000, true],
  ['short and slow', -100, 358, 2_000, false],
  ['a flick', -60, 358, 100, true],
  ['a twitch', -20, 358, 10, false],
  ['back to where it began', 0, 358, 100, false],
  ['the other way', 60, 358, 100, false],
])('isDeliberate: %s', (_, across, width, duration, meant) => {
  expect(isDeliberate(across, width, duration)).toBe(meant);
});
