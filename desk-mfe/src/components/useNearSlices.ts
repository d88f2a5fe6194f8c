import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Room for one entry where none has been drawn before, in pixels. */
const USUAL_HEIGHT = 72;

interface Place {
  top: number;
  bottom: number;
}

/** Whether a part of the page is in view, or less than a screen away. Both in pixels from the top of what is in view. */
export const isNear = ({ top, bottom }: Place, screen: number): boolean => bottom >= -screen && top <= 2 * screen;

/** Where the slices of a list stand, from its own top: each goes on to the next one, the last to the list's end. */
function placesIn(list: HTMLElement): Place[] {
  const { top: start, bottom } = list.getBoundingClientRect();
  const tops = [...list.querySelectorAll(':scope > [data-slice]')].map(
    (element) => element.getBoundingClientRect().top - start,
  );
  return tops.map((top, index) => ({ top, bottom: tops[index + 1] ?? bottom - start }));
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((index) => other.has(index));

/** What is drawn of a long list. */
export interface NearSlices {
  near: ReadonlySet<number>;
  /** How high the room is that so many entries of a slice leave, which are not drawn, in pixels. */
  roomOf(slice: number, entries: number): number;
}

/**
 * Says which slices of a list are near what is in view, and how much room the others need. The first element of each slice
 * has `data-slice`. Scrolling reads one place of the page, that of the list: the others are measured when something changes.
 * @param sliceLength entries of a slice
 * @param count slices of the list
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
  // What has just come is measured, and drawn at once where it is in view.
  useLayoutEffect(() => {
    shown.current = near;
    if (count > 0) measure();
    look((show) => show());
  }, [near, count, measure, look]);
  useEffect(() => {
    // What comes near while the reader scrolls is drawn in the time that scrolling leaves over.
    const follow = () => look(startTransition);
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', follow, { capture: true });
  }, [look]);
  useEffect(() => {
    if (!list.current || !('ResizeObserver' in window)) return;
    // An entry has opened, or the window is another one.
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
