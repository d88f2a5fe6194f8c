import { useEffect } from 'react';
import { type Store, useStore } from 'shared-ui';
import { badgeOf } from 'shared-ui/host';

/** What asks for attention, over all profiles: the sum of the badges in the selector. */
const attention = (state: Store) => state.profiles.list.reduce((sum, { id }) => sum + badgeOf(id)(state), 0);

/** Puts the count on the app's icon on the home screen, where the phone has that; it goes with the session. */
export function useAppBadge(): void {
  const count = useStore(attention);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // Without permission, or not installed: the product itself shows the same count.
    done.catch((error: unknown) => console.info('The icon shows no count', error));
  }, [count]);
}
