import { rowsToDraw } from './LongEventList.tsx';
import { DRAWN_WHOLE } from './list-rows.ts';

const range = (startIndex: number, endIndex: number, count: number) => ({ startIndex, endIndex, overscan: 2, count });

test('rowsToDraw returns every row of a short list', () => {
  expect(rowsToDraw(range(0, 3, DRAWN_WHOLE), -1)).toHaveLength(DRAWN_WHOLE);
  expect(rowsToDraw(range(0, 0, 0), -1)).toEqual([]);
});

test.each([
  ['in the middle', 10, 12, -1, [8, 9, 10, 11, 12, 13, 14]],
  ['at the start', 0, 1, -1, [0, 1, 2, 3]],
  ['at the end', 98, 99, -1, [96, 97, 98, 99]],
  ['with the focus in view', 0, 1, 1, [0, 1, 2, 3]],
  ['with the focus far above', 50, 51, 3, [3, 48, 49, 50, 51, 52, 53]],
  ['with the focus far below', 0, 1, 99, [0, 1, 2, 3, 99]],
  ['with the focus on a row that is gone', 0, 1, 100, [0, 1, 2, 3]],
])('rowsToDraw returns only the nearby rows of a long list: %s', (_, first, last, focused, rows) => {
  expect(rowsToDraw(range(first, last, 100), focused)).toEqual(rows);
});
