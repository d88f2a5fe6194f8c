import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { DrawnEvents, type EventListProps } from './DrawnEvents.tsx';
import { DRAWN_WHOLE } from './rows.ts';
import { useWholeRows } from './useWholeRows.ts';

/** A list that is drawn whole may grow to this length while it is open: to be drawn anew would take the focus away. */
const STAYS_WHOLE = 2 * DRAWN_WHOLE;

type List = ComponentType<EventListProps>;

let known: List | undefined;

/** The list that draws only what is near what is in view: its code is fetched by who has that many events. */
function useLongList(isLong: boolean): List | undefined {
  const [outcome, setOutcome] = useState<{ Long?: List | undefined; error?: unknown }>({ Long: known });
  const isMissing = isLong && !outcome.Long;
  useEffect(() => {
    if (!isMissing) return;
    import('./LongEventList.tsx').then(
      ({ LongEventList }) => {
        known = LongEventList;
        setOutcome({ Long: LongEventList });
      },
      (error: unknown) => setOutcome({ error }),
    );
  }, [isMissing]);
  if (outcome.error !== undefined) throw outcome.error;
  return isLong ? outcome.Long : undefined;
}

function WholeEventList(props: EventListProps) {
  const ids = useMemo(() => props.events.map(({ id }) => id), [props.events]);
  return <DrawnEvents {...props} ids={ids} drawn={useWholeRows(ids)} />;
}

/** Events, however many: of a long list only those near what is in view are drawn, and the first ones until it can be. */
export function EventList(props: EventListProps) {
  const { events } = props;
  const [wasLong, setWasLong] = useState(events.length > DRAWN_WHOLE);
  const isLong = wasLong || events.length > STAYS_WHOLE;
  if (isLong !== wasLong) setWasLong(isLong);
  const Long = useLongList(isLong);
  const first = useMemo(() => (isLong ? events.slice(0, DRAWN_WHOLE) : events), [isLong, events]);
  return Long ? <Long {...props} /> : <WholeEventList {...props} events={first} />;
}
