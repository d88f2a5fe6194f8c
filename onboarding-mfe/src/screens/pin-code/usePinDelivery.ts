import { useEffect, useState } from 'react';
import { sendPin } from '../../api/sign-in.ts';

/** How the PIN's way to the phone stands. */
export type Delivery = { state: 'sending' | 'sent' | 'resending' | 'resent' } | { state: 'failed'; error: unknown };

/**
 * Has a PIN sent when the screen opens (never for somebody without a number), and again on request. Whether one was
 * sent already is for the server to remember: a reload, a second tab and another phone all count.
 */
export function usePinDelivery(hasPhone: boolean) {
  const [delivery, setDelivery] = useState<Delivery>({ state: 'sending' });
  useEffect(() => {
    if (!hasPhone) return;
    let isHere = true;
    sendPin(true).then(
      () => isHere && setDelivery({ state: 'sent' }),
      (error) => isHere && setDelivery({ state: 'failed', error }),
    );
    return () => {
      isHere = false;
    };
  }, [hasPhone]);

  const resend = async () => {
    setDelivery({ state: 'resending' });
    try {
      await sendPin();
      setDelivery({ state: 'resent' });
    } catch (error) {
      setDelivery({ state: 'failed', error });
    }
  };
  return { delivery, resend };
}
