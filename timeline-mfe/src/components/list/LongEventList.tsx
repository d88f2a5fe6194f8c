import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { DrawnEvents, type EventListProps } from './DrawnEvents.tsx';
import { useVirtualRows } from './useVirtualRows.ts';

/** More events than a phone draws at once: only those near what is in view. */
export function LongEventList(props: EventListProps) {
  const { events, name } = props;
  const ids = useMemo(() => events.map(({ id }) => id), [events]);
  const drawn = useVirtualRows(ids, `${useLocation().pathname} ${name}`);
  return <DrawnEvents {...props} ids={ids} drawn={drawn} />;
}
