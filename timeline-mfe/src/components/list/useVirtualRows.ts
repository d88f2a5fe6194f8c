import { observeElementRect, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { focusIn, GAP, type ListRows, USUAL_HEIGHT } from './list-rows.ts';
import { rowsToDraw } from './rows.ts';
import { scrollerOf, topWithin } from './scroller.ts';
import { useRowVirtualizer } from './useRowVirtualizer.ts';

const OVERSCAN = 8;

const NOTHING_MEASURED: VirtualItem[] = [];

/** A phone's screen: what the first rows are drawn for, before the real one has been measured. */
const USUAL_SCREEN = { width: 390, height: 844 };

/** What the rows of each list measured when it was left: without it, a list that is scrolled back to is a little off. */
const measured = new Map<string, VirtualItem[]>();

/** The whole screen has been hidden, or nothing is laid out (a test): the last known size holds. */
const observeRealRect: typeof observeElementRect = (instance, tell) =>
  observeElementRect(instance, (rect) => {
    if (rect.height > 0) tell(rect);
  });

/**
 * Draws only those rows of a long list that are near what is in view, in the flow of the page: each keeps its own height,
 * and those that are not drawn leave their room. `place` tells the lists of the product apart.
 */
export function useVirtualRows(ids: readonly string[], place: string): ListRows {
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

/** Finds the list's scroller once it is on the page. */
function useScroller(list: RefObject<HTMLElement | null>): () => HTMLElement | null {
  const found = useRef<HTMLElement>(null);
  return () => {
    if (!found.current?.isConnected) found.current = list.current && scrollerOf(list.current);
    return found.current;
  };
}
