import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FromWorker } from '../../offline/protocol.ts';

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
