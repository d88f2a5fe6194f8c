import { useEffect, useRef } from 'react';
import { dismissEventsAbout } from './events.ts';

/** Marks what led to this event, result, care plan or message VIEWED when the person leaves the screen. */
export function useDismissOnLeave(id: string): void {
  const leaving = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => {
    if (leaving.current?.id === id) clearTimeout(leaving.current.timer);
    return () => {
      // Deferred: React's strict mode unmounts and remounts immediately, which does not count as leaving.
      leaving.current = { id, timer: setTimeout(() => void dismissEventsAbout(id)) };
    };
  }, [id]);
}
