import { fitSections } from './PrintedPage.tsx';

const section = (...items: number[]) => ({ heading: 10, more: 5, items });

test.each([
  ['everything, if there is room', [section(20, 20), section(30)], 100, [2, 1]],
  ['no line about missing items in the space of the last one', [section(20, 20)], 50, [2]],
  ['less where one item is too many', [section(20, 20)], 49, [1]],
  ['a part of each section', [section(...Array(9).fill(10)), section(10, 10)], 65, [2, 2]],
  ['what is small after what is too large', [section(500), section(10, 10)], 60, [0, 2]],
  ['headings without items', [section(), section(10)], 30, [0, 1]],
  ['nothing on a page without space', [section(10), section(10)], 0, [0, 0]],
])('fitSections shows %s', (_what, sections, space, counts) => {
  expect(fitSections(sections, space)).toEqual(counts);
});

test('fitSections never exceeds the page', () => {
  for (let length = 0; length < 60; length += 1) {
    const sections = [section(...Array(length).fill(17)), section(...Array(length % 7).fill(31)), section(44)];
    const counts = fitSections(sections, 250);
    const height = sections.reduce((sum, { heading, more, items }, index) => {
      const shown = items.slice(0, counts[index]);
      return sum + heading + shown.reduce((one, other) => one + other, 0) + (shown.length < items.length ? more : 0);
    }, 0);
    expect(height).toBeLessThanOrEqual(250);
  }
});
