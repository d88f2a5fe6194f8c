import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { DrawnEvents, type EventListProps, rowIdOf } from './DrawnEvents.tsx';
import { DRAWN_WHOLE } from './rows.ts';
import type { LongEventListProps } from './scrolling/LongEventList.tsx';
import { useWholeRows } from './scrolling/useWholeRows.ts';

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
    import('./scrolling/LongEventList.tsx').then(
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
