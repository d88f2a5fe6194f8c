import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Height assumed for an entry before any has been measured, in pixels. */
const USUAL_HEIGHT = 72;

interface Extent {
  top: number;
  bottom: number;
}

/** Returns whether a place is in the viewport or less than a screen away. Both in pixels from the viewport's top. */
export const isNear = ({ top, bottom }: Extent, screen: number): boolean => bottom >= -screen && top <= 2 * screen;

/** Returns where slices are relative to the list's top. Each ends where the next starts, the last with the list. */
function extentsIn(list: HTMLElement): Extent[] {
  const { top: start, bottom } = list.getBoundingClientRect();
  const tops = [...list.querySelectorAll(':scope > [data-slice]')].map(
    (element) => element.getBoundingClientRect().top - start,
  );
  return tops.map((top, index) => ({ top, bottom: tops[index + 1] ?? bottom - start }));
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((index) => other.has(index));

/** Slices of a long list to render. */
interface NearSlices {
  near: ReadonlySet<number>;
  /** Returns the height to reserve for an unrendered slice with this many entries, in pixels. */
  reservedHeight(slice: number, entries: number): number;
}

/**
 * Returns the slices of a list that are near the viewport, and the height that the others need. The first element of
 * each slice has `data-slice`. Scrolling reads only the position of the list; slices are measured on changes.
 * @param sliceLength entries per slice
 * @param count slices in the list
 */
export function useNearSlices(list: RefObject<HTMLElement | null>, sliceLength: number, count: number): NearSlices {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0]));
  const heights = useRef(new Map<number, number>());
  const extents = useRef<Extent[]>([]);
  const shown = useRef(near);
  const measure = useCallback(() => {
    if (!list.current) return;
    extents.current = extentsIn(list.current);
    for (const index of shown.current) {
      const place = extents.current[index];
      if (place) heights.current.set(index, place.bottom - place.top);
    }
  }, [list]);
  const update = useCallback(
    (change: (show: () => void) => void) => {
      const start = list.current?.getBoundingClientRect().top;
      if (start === undefined) return;
      const isNearViewport = ({ top, bottom }: Extent) =>
        isNear({ top: top + start, bottom: bottom + start }, innerHeight);
      const nearNow = new Set(extents.current.flatMap((place, index) => (isNearViewport(place) ? [index] : [])));
      if (!isSame(nearNow, shown.current)) change(() => setNear(nearNow));
    },
    [list],
  );
  // Measures new entries, and immediately renders those in view.
  useLayoutEffect(() => {
    shown.current = near;
    if (count > 0) measure();
    update((show) => show());
  }, [near, count, measure, update]);
  useEffect(() => {
    // Entries that come near while scrolling are rendered as a transition, so that scrolling stays smooth.
    const onScroll = () => update(startTransition);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [update]);
  useEffect(() => {
    if (!list.current || !('ResizeObserver' in window)) return;
    // An entry was expanded, or the window was resized.
    const observer = new ResizeObserver(() => {
      measure();
      update(startTransition);
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, measure, update]);
  const reservedHeight = (slice: number, entries: number) => {
    const usual = (heights.current.get(0) ?? USUAL_HEIGHT * sliceLength) / sliceLength;
    return heights.current.get(slice) ?? usual * entries;
  };
  return { near, reservedHeight };
}
