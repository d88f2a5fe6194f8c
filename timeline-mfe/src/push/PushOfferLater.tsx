import { type ComponentType, useEffect, useState } from 'react';
import { isViewed, useStore } from 'shared-ui';

/**
 * Brings the question about pushes once the person has read an event, by code that the first screen does not wait for.
 * Should that code fail, the screen goes on without it.
 */
export function PushOfferLater() {
  const isDue = useStore(({ events }) => events.list.some((event) => isViewed(event) && !event.previousStay));
  const [part, setPart] = useState<{ Offer: ComponentType } | null>(null);
  useEffect(() => {
    if (!isDue) return;
    import('./PushOffer.tsx').then(
      ({ default: Offer }) => setPart({ Offer }),
      (error: unknown) => console.info('Nobody is asked about pushes now', error),
    );
  }, [isDue]);
  return part && <part.Offer />;
}
