import { useEffect, useState } from 'react';
import { sendFirstPin, sendNewPin } from '../../session/pin-delivery.ts';

/** How the PIN's way to the phone stands. */
export type Delivery = { state: 'sending' | 'sent' | 'resending' | 'resent' } | { state: 'failed'; error: unknown };

/** Has a PIN sent once when the screen opens (never for somebody without a number), and again on request. */
export function usePinDelivery(hasPhone: boolean) {
  const [delivery, setDelivery] = useState<Delivery>({ state: 'sending' });
  useEffect(() => {
    if (!hasPhone) return;
    let isHere = true;
    sendFirstPin().then(
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
      await sendNewPin();
      setDelivery({ state: 'resent' });
    } catch (error) {
      setDelivery({ state: 'failed', error });
    }
  };
  return { delivery, resend };
}
