import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, staffPaths, useSubmit } from 'shared-ui';
import { acceptKeptInvitation } from '../../session/accept-kept.ts';
import { forgetInvitation, keptInvitation } from '../../session/invitation.ts';
import { type LoginOutcome, logIn, logInWithPasskey } from '../../session/log-in.ts';

/** Next screen for each outcome that opens a session. */
const NEXT = {
  in: paths.onboarding.patientComplete,
  desk: staffPaths.desk,
  'second-factor': staffPaths.secondFactor,
} as const;

/** Why a correct password or passkey did not sign the user in, and for which address. */
export interface Refusal {
  outcome: Exclude<LoginOutcome, keyof typeof NEXT>;
  email: string;
  /** Name of the person whose invitation is kept with the account until it is approved. */
  inviter?: string | undefined;
}

const isIn = (outcome: LoginOutcome): outcome is keyof typeof NEXT => outcome in NEXT;

/** Signs in with a password or a passkey. Trying one clears the messages of the other. */
export function useSignIn() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const handleOutcome = async (outcome: LoginOutcome, email: string) => {
    if (!isIn(outcome)) return setRefusal({ outcome, email });
    if (outcome === 'in') await acceptKeptInvitation();
    navigate(NEXT[outcome]);
  };
  const password = useSubmit(async ({ email, password: typed }: { email: string; password: string }) => {
    const address = email.trim();
    const inviter = keptInvitation()?.name;
    const outcome = await logIn(address, typed);
    if (outcome !== 'review') return handleOutcome(outcome, address);
    // The sign-in request included the invitation.
    forgetInvitation();
    setRefusal({ outcome, email: address, inviter });
  });
  const passkey = useSubmit(async () => {
    const { outcome, email } = await logInWithPasskey();
    await handleOutcome(outcome, email);
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
