import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { DrawnEvents, type EventListProps, useFocusOn } from '../DrawnEvents.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

export interface LongEventListProps extends EventListProps {
  /** Id of the event that had the focus in the list this one replaces. */
  focused: string | null;
}

/** Virtualized event list: renders only the rows near the viewport. */
export function LongEventList({ focused, ...props }: LongEventListProps) {
  const { events, name } = props;
  const ids = useMemo(() => events.map(({ id }) => id), [events]);
  const drawn = useVirtualRows(ids, `${useLocation().pathname} ${name}`);
  useFocusOn(focused, ids, drawn);
  return <DrawnEvents {...props} ids={ids} drawn={drawn} />;
}
