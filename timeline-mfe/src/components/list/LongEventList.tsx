import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { DrawnEvents, type EventListProps, useFocusOn } from './DrawnEvents.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

export interface LongEventListProps extends EventListProps {
  /** The id of the event that had the focus in the list that this one takes the place of. */
  focused: string | null;
}

/** More events than a phone draws at once: only those near what is in view. */
export function LongEventList({ focused, ...props }: LongEventListProps) {
  const { events, name } = props;
  const ids = useMemo(() => events.map(({ id }) => id), [events]);
  const drawn = useVirtualRows(ids, `${useLocation().pathname} ${name}`);
  useFocusOn(focused, ids, drawn);
  return <DrawnEvents {...props} ids={ids} drawn={drawn} />;
}
