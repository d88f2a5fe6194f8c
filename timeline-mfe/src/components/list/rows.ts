/** Maximum length of a fully rendered list. Short lists can be read and searched like any page. */
export const DRAWN_WHOLE = 30;

export interface RowRange {
  /** First and last visible row. */
  startIndex: number;
  endIndex: number;
  /** Number of additional rows to render on either side. */
  overscan: number;
  count: number;
}

/**
 * Returns the rows to render, in order: all rows of a short list; for a long one, the visible rows, their neighbours
 * and the focused row (-1 for none) wherever it is, so that scrolling never loses the focus.
 */
export function rowsToDraw({ startIndex, endIndex, overscan, count }: RowRange, focused: number): number[] {
  const isWhole = count <= DRAWN_WHOLE;
  const first = isWhole ? 0 : Math.max(0, startIndex - overscan);
  const last = isWhole ? count - 1 : Math.min(count - 1, endIndex + overscan);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (focused < 0 || focused >= count || rows.includes(focused)) return rows;
  return focused < first ? [focused, ...rows] : [...rows, focused];
}
