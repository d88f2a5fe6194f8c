import { observeElementRect, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { rowsToDraw } from './rows.ts';
import { scrollerOf, topWithin } from './scroller.ts';
import { type Rows, useRowVirtualizer } from './useRowVirtualizer.ts';

/** A card of two lines and the space below it, in pixels: what a row counts for until it has been measured. */
const USUAL_HEIGHT = 84;
const GAP = 12;
const OVERSCAN = 8;

const NOTHING_MEASURED: VirtualItem[] = [];

/** A phone's screen: what the first rows are drawn for, before the real one has been measured. */
const USUAL_SCREEN = { width: 390, height: 844 };

/** What the rows of each list measured when it was left: without it, a list that is scrolled back to is a little off. */
const measured = new Map<string, VirtualItem[]>();

export interface Row {
  id: string;
  index: number;
  /** Pixels between this row and the one drawn before it: what is not drawn leaves its room. */
  before: number;
}

export interface VirtualRows {
  list: RefObject<HTMLUListElement | null>;
  virtualizer: Rows;
  rows: Row[];
  /** Room for what is not drawn below the last row, in pixels. */
  after: number;
  /** Keeps the row of this id drawn, because the focus is there; null for none. */
  keep(id: string | null): void;
  /** Draws the row of this id, wherever it is, and focuses what can be pressed in it. */
  focus(id: string, options?: FocusOptions): void;
}

/** The whole screen has been hidden, or nothing is laid out (a test): the last known size holds. */
const observeRealRect: typeof observeElementRect = (instance, tell) =>
  observeElementRect(instance, (rect) => {
    if (rect.height > 0) tell(rect);
  });

/**
 * Draws only those rows of a long list that are near what is in view, in the flow of the page: each keeps its own height,
 * and those that are not drawn leave their room. `place` tells the lists of the product apart.
 */
export function useVirtualRows(ids: readonly string[], place: string): VirtualRows {
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
    row.querySelector<HTMLElement>('a, button:not([data-aside])')?.focus(options);
  });

  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  return {
    list,
    virtualizer,
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
