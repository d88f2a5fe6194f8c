import { useNavigate } from 'react-router-dom';
import { ApiFailure, paths, upgradeSession, useSubmit } from 'shared-ui';
import { verifyPin } from '../../api/sign-in.ts';
import { acceptKeptInvitation } from '../../session/accept-kept.ts';
import { endIfOver } from '../../session/failure.ts';

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
      await endIfOver(failure);
      throw failure;
    }
    await acceptKeptInvitation();
    navigate(paths.onboarding.patientComplete, { replace: true });
  });
  return { check: submit, error, forgetError: reset };
}
