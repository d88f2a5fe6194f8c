import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure, paths, widenSession } from 'shared-ui';
import { verifyPin } from '../../api/sign-in.ts';
import { endIfOver } from '../../session/failure.ts';

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
      navigate(paths.onboarding.patientComplete, { replace: true });
    } catch (failure) {
      setError(failure);
      await endIfOver(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return { check, isBusy, error, forgetError: () => setError(null) };
}
