import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Height assumed for an entry before any has been measured, in pixels. */
const USUAL_HEIGHT = 72;

interface Place {
  top: number;
  bottom: number;
}

/** Returns whether a place is in the viewport or less than a screen away. Both in pixels from the viewport's top. */
export const isNear = ({ top, bottom }: Place, screen: number): boolean => bottom >= -screen && top <= 2 * screen;

/** Returns where slices are relative to the list's top. Each ends where the next starts, the last with the list. */
function placesIn(list: HTMLElement): Place[] {
  const { top: start, bottom } = list.getBoundingClientRect();
  const tops = [...list.querySelectorAll(':scope > [data-slice]')].map(
    (element) => element.getBoundingClientRect().top - start,
  );
  return tops.map((top, index) => ({ top, bottom: tops[index + 1] ?? bottom - start }));
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((index) => other.has(index));

/** Slices of a long list to render. */
export interface NearSlices {
  near: ReadonlySet<number>;
  /** Returns the height to reserve for an unrendered slice with this many entries, in pixels. */
  roomOf(slice: number, entries: number): number;
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
  const places = useRef<Place[]>([]);
  const shown = useRef(near);
  const measure = useCallback(() => {
    if (!list.current) return;
    places.current = placesIn(list.current);
    for (const index of shown.current) {
      const place = places.current[index];
      if (place) heights.current.set(index, place.bottom - place.top);
    }
  }, [list]);
  const look = useCallback(
    (change: (show: () => void) => void) => {
      const start = list.current?.getBoundingClientRect().top;
      if (start === undefined) return;
      const isThere = ({ top, bottom }: Place) => isNear({ top: top + start, bottom: bottom + start }, innerHeight);
      const found = new Set(places.current.flatMap((place, index) => (isThere(place) ? [index] : [])));
      if (!isSame(found, shown.current)) change(() => setNear(found));
    },
    [list],
  );
  // Measures new entries, and immediately renders those in view.
  useLayoutEffect(() => {
    shown.current = near;
    if (count > 0) measure();
    look((show) => show());
  }, [near, count, measure, look]);
  useEffect(() => {
    // Entries that come near while scrolling are rendered as a transition, so that scrolling stays smooth.
    const follow = () => look(startTransition);
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', follow, { capture: true });
  }, [look]);
  useEffect(() => {
    if (!list.current || !('ResizeObserver' in window)) return;
    // An entry was expanded, or the window was resized.
    const observer = new ResizeObserver(() => {
      measure();
      look(startTransition);
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, measure, look]);
  const roomOf = (slice: number, entries: number) => {
    const usual = (heights.current.get(0) ?? USUAL_HEIGHT * sliceLength) / sliceLength;
    return heights.current.get(slice) ?? usual * entries;
  };
  return { near, roomOf };
}
