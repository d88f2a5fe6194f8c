import { useNavigate } from 'react-router-dom';
import { ApiFailure, paths, upgradeSession, useLoad, useSubmit } from 'shared-ui';
import { sendPin, verifyPin } from '../../api/sign-in.ts';
import { endSessionIfExpired } from '../../session/failure.ts';
import { acceptPendingInvitation } from '../../session/invitation.ts';

/** Delivery state of the PIN. */
export type Delivery = { state: 'sending' | 'sent' | 'resending' | 'resent' } | { state: 'failed'; error: unknown };

const FIRST = { loading: 'sending', ready: 'sent' } as const;
const AGAIN = { sending: 'resending', sent: 'resent' } as const;

/**
 * Sends a PIN when the screen opens (never for a user without a number), and again on request. The server remembers
 * whether one was already sent, because a reload, a second tab and another phone all count.
 */
export function usePinDelivery(hasPhone: boolean) {
  const first = useLoad(async () => {
    if (hasPhone) await sendPin(true);
  }, [hasPhone]);
  const again = useSubmit(() => sendPin());
  return { delivery: deliveryOf(first, again), resend: again.submit };
}

function deliveryOf(first: ReturnType<typeof useLoad>, again: ReturnType<typeof useSubmit>): Delivery {
  if (again.state === 'failed') return { state: 'failed', error: again.error };
  if (again.state !== 'idle') return { state: AGAIN[again.state] };
  return first.state === 'failed' ? { state: 'failed', error: first.error } : { state: FIRST[first.state] };
}

const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.code : '');

/** Returns whether the PIN was checked and is wrong. */
export const isWrongPin = (error: unknown) => codeOf(error) === 'PIN_WRONG';

/** Verifies a PIN. The right one makes the session full and continues to patient-complete. */
export function usePinCheck() {
  const navigate = useNavigate();
  const { submit, error, reset } = useSubmit(async (pin: string) => {
    try {
      upgradeSession(await verifyPin(pin));
    } catch (failure) {
      await endSessionIfExpired(failure);
      throw failure;
    }
    await acceptPendingInvitation();
    navigate(paths.onboarding.patientComplete, { replace: true });
  });
  return { check: submit, error, clearError: reset };
}
