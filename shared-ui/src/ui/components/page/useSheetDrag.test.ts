import { settle, withResistance } from './useSheetDrag.ts';

const TRAVEL = 500;

test.each([
  ['open', 20, 0, 'open'],
  ['open', 160, 0, 'open'],
  ['open', 170, 0, 'idle'],
  ['open', 40, 1, 'idle'],
  ['open', 300, -1.5, 'open'],
  ['idle', 490, 0, 'idle'],
  ['idle', 300, 0, 'open'],
  ['idle', 480, -1, 'open'],
  ['idle', 530, 0, 'idle'],
  ['idle', 540, 0, 'closed'],
  ['idle', 510, 0.5, 'closed'],
] as const)('settle: a sheet that was %s, released %i px down at %d px/ms, ends up %s', (from, at, speed, settled) => {
  expect(settle(from, at, speed, TRAVEL)).toBe(settled);
});

test('withResistance slows the sheet past its upper end, without a jump', () => {
  expect(withResistance(40)).toBe(40);
  expect(withResistance(-1)).toBe(-1);
  expect(withResistance(-100)).toBeGreaterThan(-20);
});
