import { elementScroll, observeElementOffset, Virtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { startTransition, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type Rows = Virtualizer<HTMLElement, HTMLLIElement>;

type Options = Omit<VirtualizerOptions<HTMLElement, HTMLLIElement>, 'observeElementOffset' | 'scrollToFn' | 'onChange'>;

/** Where each drawn row stands, in pixels, by its index. */
type Drawn = Map<number, number>;

const drawnBy = (rows: Rows): Drawn => new Map(rows.getVirtualItems().map(({ index, start }) => [index, start]));

/** Every row in view is drawn, at its place. */
function isRight({ range, measurementsCache }: Rows, drawn: Drawn): boolean {
  if (!range) return true;
  for (let index = range.startIndex; index <= range.endIndex; index++)
    if (drawn.get(index) !== measurementsCache[index]?.start) return false;
  return true;
}

/**
 * The library's virtualizer, drawn in two ways, where its own hook draws every change within the frame that asks for it, which
 * on a slow phone makes each row that comes near cost a frame. What is missing in view is drawn at once; rows that are only
 * near come in the time that scrolling leaves over, one drawing after the other.
 */
export function useRowVirtualizer(options: Options): Rows {
  const draw = useReducer((times: number) => times + 1, 0)[1];
  const drawn = useRef<Drawn>(new Map());
  /** A drawing that can wait is under way; something changed meanwhile. */
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
    // A row is measured as it comes, while React commits: no drawing can be asked for at once then.
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
