import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Store, useStore } from 'shared-ui';
import { badgeOf } from 'shared-ui/host';
import type { FromWorker } from '../offline/protocol.ts';

const badgeTotal = (state: Store) => state.profiles.list.reduce((sum, { id }) => sum + badgeOf(id)(state), 0);

/** Shows the count on the app's icon where the phone supports it; cleared when the session ends. */
export function useAppBadge(): void {
  const count = useStore(badgeTotal);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    // No permission or not installed: the app itself shows the same count.
    done.catch((error: unknown) => console.info('The app badge could not be set', error));
  }, [count]);
}

/** Navigates to a notification's screen when it is tapped while this page is open. */
export function useNotificationTaps(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const onMessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data?.type === 'OPEN') navigate(data.path);
    };
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [navigate]);
}
