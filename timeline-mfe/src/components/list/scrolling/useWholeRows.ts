import { useRef } from 'react';
import { focusIn, GAP, type ListRows, type Place, USUAL_HEIGHT } from '../list-rows.ts';
import { scrollerOf, topWithin } from './scroller.ts';

const nothing = () => undefined;

/** Renders every row: for lists of up to `DRAWN_WHOLE` rows. */
export function useWholeRows(ids: readonly string[]): ListRows {
  const list = useRef<HTMLUListElement>(null);
  const drawnRows = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-event]') ?? [])];
  const elementOf = (id: string) => drawnRows().find((row) => row.dataset.event === id) ?? null;
  return {
    list,
    rows: ids.map((id, index) => ({ id, index, before: index === 0 ? 0 : GAP })),
    after: 0,
    measure: nothing,
    keep: nothing,
    focus: (id, options) => {
      const row = elementOf(id);
      if (row) focusIn(row, options);
    },
    inPlace: () => {
      const scroller = list.current && scrollerOf(list.current);
      const top = scroller && list.current ? topWithin(scroller, list.current) : 0;
      // The rows and the list have the same offsetParent.
      const above = top - (list.current?.offsetTop ?? 0);
      const drawn = drawnRows().map((row): Place => {
        const start = above + row.offsetTop;
        return { id: row.dataset.event ?? '', start, end: start + row.offsetHeight };
      });
      return {
        drawn,
        offset: scroller?.scrollTop ?? 0,
        readingFrom: top + USUAL_HEIGHT,
        scroller,
        startOf: (id) => drawn.find((place) => place.id === id)?.start,
        elementOf,
      };
    },
  };
}
