import { measureElement, observeElementRect, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { DrawnEvents, type EventListProps, useFocusOn } from '../DrawnEvents.tsx';
import { focusIn, GAP, type ListRows, rowsToDraw, scrollerOf, topWithin, USUAL_HEIGHT } from '../list-rows.ts';
import { useRowVirtualizer } from './useRowVirtualizer.ts';

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
    if (!found.current?.isConnected) found.current = list.current && scrollerOf(list.current);
    return found.current;
  };
}
