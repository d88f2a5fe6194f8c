import { grams, point } from '../../testing/series.ts';
import { judged } from '../../testing/values.ts';
import { bandsOf, draw, SIZE, valueAxis } from './drawing.ts';
import { changeIn, plottable } from './points.ts';

const between = (low: number | null, high: number | null) => ({ low, high, text: '' });
/** Returns what can be drawn of points on following days. */
const daily = (...points: Parameters<typeof point>[0][]) =>
  plottable(
    points.map((fields, index) => point({ id: `${index}`, effectiveDateTime: `2026-01-0${index + 1}`, ...fields })),
  );

test('plottable leaves out comparators, texts and days that aren’t known, and sorts by time', () => {
  const { effectiveDateTime: _none, ...undated } = point({ id: 'undated' });
  const points = [
    point({ id: 'new', effectiveDateTime: '2026-03-02T08:00:00Z' }),
    point({ id: 'less', effectiveDateTime: '2026-03-01', ...grams(null) }),
    point({ id: 'month', effectiveDateTime: '2026-02' }),
    undated,
    point({ id: 'old', effectiveDateTime: '2025-12-31' }),
  ];
  expect(plottable(points).map(({ id }) => id)).toEqual(['old', 'new']);
});

test.each<[string, (number | null)[], [string, number] | undefined]>([
  ['a higher value', [181, 176], ['higher', 176]],
  ['a lower value', [4.1, 4.2], ['lower', 4.2]],
  ['an equal value', [5, 5], ['same', 5]],
  ['the exact number before a comparator', [6, null, 5], ['higher', 5]],
  ['a newest value that is no exact number', [null, 5], undefined],
  ['a single value', [5], undefined],
])('changeIn compares with the exact number before: %s', (_, values, expected) => {
  const points = values.map((value, index) => point({ effectiveDateTime: `2026-01-${20 - index}`, ...grams(value) }));
  const change = changeIn(points);
  expect(change && [change.direction, change.before.valueQuantity.value]).toEqual(expected);
});

test.each<[string, number[], ReturnType<typeof between> | null, { from: number; to: number }]>([
  ['values and limits', [176, 181], between(135, 180), { from: 120, to: 200 }],
  ['small fractions', [0.11, 0.14], null, { from: 0.1, to: 0.15 }],
  ['one repeated value', [5, 5], null, { from: 4, to: 6 }],
  ['zero', [0, 0], null, { from: 0, to: 0.5 }],
  ['negative values', [-3, 2], null, { from: -4, to: 4 }],
  ['a lower limit far away', [90, 95], between(20, null), { from: 0, to: 100 }],
])('valueAxis fits %s with round labels', (_, values, range, axis) => {
  const points = daily(...values.map((value) => ({ ...grams(value), referenceRange: range, ...judged('inside') })));
  const { from, to, ticks } = valueAxis(points);
  expect({ from, to }).toEqual(axis);
  expect(ticks.length).toBeLessThanOrEqual(7);
  expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
});

test('bandsOf shows each range only where it applies', () => {
  const [wide, narrow] = [between(1, 9), between(2, 8)];
  const ranges = [wide, wide, null, narrow, between(null, 5)];
  const points = daily(...ranges.map((referenceRange) => ({ ...grams(5), referenceRange, ...judged('inside') })));
  expect(bandsOf(points)).toEqual([
    { from: 0, to: 0.375, low: 1, high: 9 },
    { from: 0.625, to: 0.875, low: 2, high: 8 },
    { from: 0.875, to: 1, low: null, high: 5 },
  ]);
});

test('draw marks values outside their range with another shape, and keeps every mark inside the picture', () => {
  const verdicts = [...(['inside', 'above', 'below'] as const).map(judged), { verdict: null }];
  const points = daily(...verdicts.map((verdict, value) => ({ ...grams(value), ...verdict })));
  const { marks, line } = draw(points, valueAxis(points));
  expect(Object.keys(marks).sort()).toEqual(['above', 'below', 'inside', 'none']);
  expect(new Set([marks.inside, marks.above, marks.below].map((path) => path?.replace(/[\d. -]/g, ''))).size).toBe(2);
  const places = line
    .split(/[ML]/)
    .slice(1)
    .map((place) => place.split(' ').map(Number));
  for (const [x = -1, y = -1] of places) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(SIZE.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(SIZE.height);
  }
});

test('draw leaves a gap in the line where a value can’t be drawn', () => {
  const points = daily(...[1, null, 3, 4].map((value) => grams(value)));
  expect(draw(points, valueAxis(points)).line.replace(/[\d. ]/g, '')).toBe('MML');
});
