import { useState } from 'react';
import { isViewed, onDemand, useStore } from 'shared-ui';

const skipOffer = (error: unknown) => {
  console.info('Failed to load the push notification offer', error);
  return { default: () => null };
};

const PushOffer = onDemand(() => import('./PushOffer.tsx').catch(skipOffer));

/**
 * Loads the question about push notifications after the user has read an event, so that the first screen doesn't wait
 * for its code. If the code fails to load, the question is skipped.
 */
export function PushOfferLater() {
  const isDue = useStore(({ events }) => events.list.some((event) => isViewed(event) && !event.previousStay));
  const [wasDue, setWasDue] = useState(isDue);
  if (isDue && !wasDue) setWasDue(true);
  return wasDue && <PushOffer />;
}
