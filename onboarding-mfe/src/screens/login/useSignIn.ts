import type { SessionAnswer } from 'mock-api/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { openSession, paths, staffPaths, useSubmit } from 'shared-ui';
import { presentPasskey } from 'shared-ui/forms';
import { askForSignIn, signInWithPasskey } from '../../api/passkeys.ts';
import { signInWithPassword } from '../../api/sign-in.ts';
import { acceptKeptInvitation, forgetInvitation, keptInvitation } from '../../session/invitation.ts';
import { answerTutorialOffer } from '../../session/tutorial.ts';

/** hospitalStatusId of an account that awaits approval (docs/product-rules.md#codes). */
const UNDER_REVIEW = 2;

/**
 * Result of a correct password or passkey: signed in, staff's desk or second factor, or the reason for a refusal
 * (docs/product-rules.md#login).
 */
type LoginOutcome = 'in' | 'desk' | 'second-factor' | 'unvalidated' | 'review';

/** Handles the response to a sign-in. Only `in`, `desk` and `second-factor` open the session. */
function handleSignIn(answer: SessionAnswer): LoginOutcome {
  const { user } = answer;
  if (user.scope === 'full' && !user.emailValidated) return 'unvalidated';
  if (user.scope === 'full' && user.hospitalStatusId === UNDER_REVIEW) return 'review';
  openSession(answer);
  if (answer.secondFactor) return 'second-factor';
  if (user.roleType !== 'staff') return 'in';
  // Staff need no tutorial: they land on the desk and can open the demo from there.
  answerTutorialOffer(false);
  return 'desk';
}

/**
 * Signs in with email and password; staff get a narrow session and need their second factor next. Throws ApiFailure.
 */
const logIn = async (email: string, password: string): Promise<LoginOutcome> =>
  handleSignIn(await signInWithPassword(email, password, keptInvitation()?.uuid));

/** Signs in with the passkey that the user chooses. Throws ApiFailure, or PasskeyFailure if none was used. */
async function logInWithPasskey(): Promise<{ outcome: LoginOutcome; email: string }> {
  const challenge = await askForSignIn();
  const answer = await signInWithPasskey(challenge.ticket, await presentPasskey(challenge));
  return { outcome: handleSignIn(answer), email: answer.user.scope === 'full' ? answer.user.email : '' };
}

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
