/** A list up to this long is drawn whole: it can then be read and searched like any page. */
export const DRAWN_WHOLE = 30;

export interface RowRange {
  /** First and last row in view. */
  startIndex: number;
  endIndex: number;
  /** How many more to draw on either side. */
  overscan: number;
  count: number;
}

/**
 * The rows to draw, in order: all of a short list; of a long one those in view, their neighbours, and the row that has
 * the focus (-1 for none) wherever it is, so that scrolling takes no user's focus away.
 */
export function rowsToDraw({ startIndex, endIndex, overscan, count }: RowRange, focused: number): number[] {
  const isWhole = count <= DRAWN_WHOLE;
  const first = isWhole ? 0 : Math.max(0, startIndex - overscan);
  const last = isWhole ? count - 1 : Math.min(count - 1, endIndex + overscan);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (focused < 0 || focused >= count || rows.includes(focused)) return rows;
  return focused < first ? [focused, ...rows] : [...rows, focused];
}
