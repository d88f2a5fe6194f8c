import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, staffPaths, useSubmit } from 'shared-ui';
import { acceptKeptInvitation } from '../../session/accept-kept.ts';
import { forgetInvitation, keptInvitation } from '../../session/invitation.ts';
import { type LoginOutcome, logIn, logInWithPasskey } from '../../session/log-in.ts';

/** Where a session that was opened goes on. */
const NEXT = {
  in: paths.onboarding.patientComplete,
  desk: staffPaths.desk,
  'second-factor': staffPaths.secondFactor,
} as const;

/** Why a right password or passkey did not let the user in, and for which address. */
export interface Refusal {
  outcome: Exclude<LoginOutcome, keyof typeof NEXT>;
  email: string;
  /** Whose invitation is kept with the account until it is approved. */
  inviter?: string | undefined;
}

const isIn = (outcome: LoginOutcome): outcome is keyof typeof NEXT => outcome in NEXT;

/** Both ways of signing in. What is said about one goes when the other is tried. */
export function useSignIn() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const goOn = async (outcome: LoginOutcome, email: string) => {
    if (!isIn(outcome)) return setRefusal({ outcome, email });
    if (outcome === 'in') await acceptKeptInvitation();
    navigate(NEXT[outcome]);
  };
  const password = useSubmit(async ({ email, password: typed }: { email: string; password: string }) => {
    const address = email.trim();
    const inviter = keptInvitation()?.name;
    const outcome = await logIn(address, typed);
    if (outcome !== 'review') return goOn(outcome, address);
    // The sign-in has handed it over.
    forgetInvitation();
    setRefusal({ outcome, email: address, inviter });
  });
  const passkey = useSubmit(async () => {
    const { outcome, email } = await logInWithPasskey();
    await goOn(outcome, email);
  });
  return {
    refusal,
    passwordError: password.error,
    passkeyError: passkey.error,
    isAskingDevice: passkey.state === 'sending',
    withPassword(typed: { email: string; password: string }) {
      setRefusal(null);
      passkey.reset();
      return password.submit(typed);
    },
    withPasskey() {
      setRefusal(null);
      password.reset();
      return passkey.submit();
    },
  };
}
