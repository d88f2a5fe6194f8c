import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { DrawnEvents, type EventListProps, useFocusOn } from './DrawnEvents.tsx';
import {
  DRAWN_WHOLE,
  focusIn,
  GAP,
  isScroller,
  type ListRows,
  scrollerOf,
  topWithin,
  USUAL_HEIGHT,
} from './list-rows.ts';

export interface LongEventListProps extends EventListProps {
  /** Id of the event that had the focus in the list this one replaces. */
  focused: string | null;
}

/** Virtualized event list: renders only the rows near the viewport. */
export function LongEventList({ focused, ...props }: LongEventListProps) {
  const { events, name } = props;
  const ids = useMemo(() => events.map(({ id }) => id), [events]);
  const drawn = useVirtualRows(ids, `${useLocation().pathname} ${name}`);
  useFocusOn(focused, ids, drawn);
  return <DrawnEvents {...props} ids={ids} drawn={drawn} />;
}

const OVERSCAN = 8;

const NOTHING_MEASURED: VirtualItem[] = [];

/** Initial rect until the real screen has been measured: a typical phone. */
const USUAL_SCREEN = { width: 390, height: 844 };

/** Row measurements of each list at its last unmount. Without them, a restored scroll position is slightly off. */
const measured = new Map<string, VirtualItem[]>();

/** Ignores empty rects (hidden screen, or no layout in tests) and keeps the last known size. */
const observeRealRect: typeof observeElementRect = (instance, onRect) =>
  observeElementRect(instance, (rect) => {
    if (rect.height > 0) onRect(rect);
  });

interface RowRange {
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

/**
 * Renders only the rows of a long list near the viewport, in normal flow: each row keeps its own height, and spacing
 * replaces the rows that aren't rendered. `place` is a key that identifies the list across the product.
 */
function useVirtualRows(ids: readonly string[], place: string): ListRows {
  const list = useRef<HTMLUListElement>(null);
  const scroller = useScroller(list);
  const kept = useRef<string | null>(null);
  const [margin, setMargin] = useState(0);
  const drawAgain = useReducer((times: number) => times + 1, 0)[1];
  const virtualizer = useRowVirtualizer({
    count: ids.length,
    getScrollElement: scroller,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    initialMeasurementsCache: measured.get(place) ?? NOTHING_MEASURED,
    initialRect: USUAL_SCREEN,
    observeElementRect: observeRealRect,
    // A row without a height has no layout (hidden screen, or tests), so its estimate remains.
    measureElement: (...row) => measureElement(...row) || USUAL_HEIGHT,
    scrollMargin: margin,
    gap: GAP,
    overscan: OVERSCAN,
    rangeExtractor: (range) => rowsToDraw(range, kept.current === null ? -1 : ids.indexOf(kept.current)),
  });

  useLayoutEffect(() => {
    const element = scroller();
    if (!list.current || !element || virtualizer.isScrolling) return;
    const top = topWithin(element, list.current);
    if (Math.abs(top - margin) > 1) setMargin(top);
  });

  useLayoutEffect(() => () => void measured.set(place, virtualizer.takeSnapshot()), [place, virtualizer]);

  const wanted = useRef<{ id: string; options: FocusOptions | undefined }>(undefined);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { id, options } = wanted.current;
    const row = virtualizer.elementsCache.get(id);
    if (!row) return;
    wanted.current = undefined;
    focusIn(row, options);
  });

  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  return {
    list,
    measure: virtualizer.measureElement,
    rows: items.map(({ key, index, start }, place) => ({
      id: String(key),
      index,
      before: start - (items[place - 1]?.end ?? margin),
    })),
    after: last ? virtualizer.getTotalSize() + margin - last.end : 0,
    keep: (id) => {
      kept.current = id;
    },
    focus: (id, options) => {
      kept.current = id;
      wanted.current = { id, options };
      drawAgain();
    },
    inPlace: () => ({
      drawn: virtualizer.getVirtualItems().map(({ key, start, end }) => ({ id: String(key), start, end })),
      offset: virtualizer.scrollOffset ?? 0,
      readingFrom: virtualizer.options.scrollMargin + USUAL_HEIGHT,
      scroller: virtualizer.scrollElement,
      startOf: (id) => virtualizer.measurementsCache[ids.indexOf(id)]?.start,
      elementOf: (id) => virtualizer.elementsCache.get(id) ?? null,
    }),
  };
}

/** Returns a getter for the list's scroller, which is looked up once the list is mounted. */
function useScroller(list: RefObject<HTMLElement | null>): () => HTMLElement | null {
  const found = useRef<HTMLElement>(null);
  return () => {
    const isCurrent = found.current?.isConnected && isScroller(found.current);
    if (!isCurrent) found.current = list.current && scrollerOf(list.current);
    return found.current;
  };
}

type Rows = Virtualizer<HTMLElement, HTMLLIElement>;

type Options = Omit<VirtualizerOptions<HTMLElement, HTMLLIElement>, 'observeElementOffset' | 'scrollToFn' | 'onChange'>;

/** Start of each rendered row in pixels, by index. */
type Drawn = Map<number, number>;

const drawnBy = (rows: Rows): Drawn => new Map(rows.getVirtualItems().map(({ index, start }) => [index, start]));

/** Returns whether every visible row is rendered at its measured position. */
function areVisibleRowsDrawn({ range, measurementsCache }: Rows, drawn: Drawn): boolean {
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
function useRowVirtualizer(options: Options): Rows {
  const draw = useReducer((times: number) => times + 1, 0)[1];
  const drawn = useRef<Drawn>(new Map());
  /** Whether a transition render is in progress, and whether rows have changed since it started. */
  const later = useRef({ isUnderWay: false, hasMore: false });
  const isCommitting = useRef(false);

  const change = (rows: Rows) => {
    if (!areVisibleRowsDrawn(rows, drawn.current)) {
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
