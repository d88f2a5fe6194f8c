import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure, paths, recheckSession, verifyPin, widenSession } from 'shared-ui';
import { isSessionOver } from '../../session/failure.ts';
import { forgetPin } from '../../session/pin-delivery.ts';

const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.code : '');

/** True for a PIN that was looked at and is not the right one. */
export const isWrongPin = (error: unknown) => codeOf(error) === 'PIN_WRONG';

/** Has a PIN checked; the right one opens the rest of the product. */
export function usePinCheck() {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const check = async (pin: string) => {
    setIsBusy(true);
    setError(null);
    try {
      widenSession(await verifyPin(pin));
      forgetPin();
      navigate(paths.onboarding.patientComplete, { replace: true });
    } catch (failure) {
      if (codeOf(failure) === 'PIN_DEAD') forgetPin();
      setError(failure);
      // Ends the session here too when it is over on the server; the screen then leads to the login.
      if (isSessionOver(failure)) await recheckSession();
    } finally {
      setIsBusy(false);
    }
  };
  return { check, isBusy, error, forgetError: () => setError(null) };
}
