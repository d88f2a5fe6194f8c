import { elementScroll, observeElementOffset, Virtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { startTransition, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Rows = Virtualizer<HTMLElement, HTMLLIElement>;

type Options = Omit<VirtualizerOptions<HTMLElement, HTMLLIElement>, 'observeElementOffset' | 'scrollToFn' | 'onChange'>;

/** Start of each rendered row in pixels, by index. */
type Drawn = Map<number, number>;

const drawnBy = (rows: Rows): Drawn => new Map(rows.getVirtualItems().map(({ index, start }) => [index, start]));

/** Returns whether every visible row is rendered at its measured position. */
function isRight({ range, measurementsCache }: Rows, drawn: Drawn): boolean {
  if (!range) return true;
  for (let index = range.startIndex; index <= range.endIndex; index++)
    if (drawn.get(index) !== measurementsCache[index]?.start) return false;
  return true;
}

/**
 * Runs TanStack's virtualizer with two render priorities. Its own hook renders every change synchronously, which on a
 * slow phone costs a frame for each row that comes near the viewport. Here, rows missing from the viewport render
 * synchronously; rows that are only near it render as transitions, one at a time.
 */
export function useRowVirtualizer(options: Options): Rows {
  const draw = useReducer((times: number) => times + 1, 0)[1];
  const drawn = useRef<Drawn>(new Map());
  /** Whether a transition render is in progress, and whether rows have changed since it started. */
  const later = useRef({ isUnderWay: false, hasMore: false });
  const isCommitting = useRef(false);

  const change = (rows: Rows) => {
    if (!isRight(rows, drawn.current)) {
      if (isCommitting.current) draw();
      else flushSync(draw);
    } else if (later.current.isUnderWay) later.current.hasMore = true;
    else {
      later.current.isUnderWay = true;
      startTransition(draw);
    }
  };
  const resolved = { ...options, observeElementOffset, scrollToFn: elementScroll, onChange: change };
  const [rows] = useState(() => {
    const made: Rows = new Virtualizer(resolved);
    const { measureElement } = made;
    // Rows are measured while React commits, when flushSync isn't possible.
    made.measureElement = (row) => {
      isCommitting.current = true;
      measureElement(row);
      isCommitting.current = false;
    };
    return made;
  });
  rows.setOptions(resolved);

  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => {
    drawn.current = drawnBy(rows);
    const { hasMore } = later.current;
    later.current = { isUnderWay: hasMore, hasMore: false };
    if (hasMore) startTransition(draw);
    isCommitting.current = true;
    rows._willUpdate();
    isCommitting.current = false;
  });
  return rows;
}
