import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { DrawnEvents, type EventListProps, rowIdOf } from './DrawnEvents.tsx';
import type { LongEventListProps } from './LongEventList.tsx';
import {
  DRAWN_WHOLE,
  focusIn,
  GAP,
  type ListRows,
  type Place,
  scrollerOf,
  topWithin,
  USUAL_HEIGHT,
} from './list-rows.ts';

/** An open, fully rendered list may grow to this length: switching to the virtualized list would lose the focus. */
const STAYS_WHOLE = 2 * DRAWN_WHOLE;

type List = ComponentType<LongEventListProps>;

let known: List | undefined;

interface LongListState {
  Long?: List | undefined;
  /** Id of the event that had the focus when the code arrived: the virtualized list renders all rows again. */
  focused?: string | null;
  error?: unknown;
}

/** Loads the virtualized list on demand: only users with that many events need its code. */
function useLongList(isLong: boolean): LongListState {
  const [outcome, setOutcome] = useState<LongListState>({ Long: known });
  const isMissing = isLong && !outcome.Long;
  useEffect(() => {
    if (!isMissing) return;
    import('./LongEventList.tsx').then(
      ({ LongEventList }) => {
        known = LongEventList;
        setOutcome({ Long: LongEventList, focused: rowIdOf(document.activeElement) });
      },
      (error: unknown) => setOutcome({ error }),
    );
  }, [isMissing]);
  if (outcome.error !== undefined) throw outcome.error;
  return isLong ? outcome : {};
}

function WholeEventList(props: EventListProps) {
  const ids = useMemo(() => props.events.map(({ id }) => id), [props.events]);
  return <DrawnEvents {...props} ids={ids} drawn={useWholeRows(ids)} />;
}

/** A list of events. Long lists are virtualized; until that code has loaded, only the first events are rendered. */
export function EventList(props: EventListProps) {
  const { events } = props;
  const [wasLong, setWasLong] = useState(events.length > DRAWN_WHOLE);
  const isLong = wasLong || events.length > STAYS_WHOLE;
  if (isLong !== wasLong) setWasLong(isLong);
  const { Long, focused = null } = useLongList(isLong);
  const first = useMemo(() => (isLong ? events.slice(0, DRAWN_WHOLE) : events), [isLong, events]);
  return Long ? <Long {...props} focused={focused} /> : <WholeEventList {...props} events={first} />;
}

const nothing = () => undefined;

/** Renders every row: for lists of up to `DRAWN_WHOLE` rows. */
function useWholeRows(ids: readonly string[]): ListRows {
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
