import { useEffect, useRef } from 'react';
import { dismissEventsAbout } from './events.ts';

/** When the person leaves the screen, what led to this event, result, care plan or message becomes VIEWED. */
export function useDismissOnLeave(id: string): void {
  const leaving = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => {
    if (leaving.current?.id === id) clearTimeout(leaving.current.timer);
    return () => {
      // A moment later: React's strict mode leaves and comes back at once, which is no leaving.
      leaving.current = { id, timer: setTimeout(() => void dismissEventsAbout(id)) };
    };
  }, [id]);
}
