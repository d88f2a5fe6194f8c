import { type ComponentType, useEffect, useState } from 'react';
import { isViewed, useStore } from 'shared-ui';

/**
 * Loads the question about push notifications after the user has read an event, so that the first screen doesn't wait
 * for its code. If the code fails to load, the question is skipped.
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
