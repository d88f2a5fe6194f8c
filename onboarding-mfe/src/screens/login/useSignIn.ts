import type { PasskeyAssertion, PasskeySignInRequest, SessionAnswer } from 'mock-api/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callFromOutside, openSession, paths, staffPaths, store, useSubmit } from 'shared-ui';
import { presentPasskey, returnPathOf } from 'shared-ui/forms';
import { fetchProviderSession, signInWithPassword } from '../../api/sign-in.ts';
import { acceptPendingInvitation, clearPendingInvitation, readPendingInvitation } from '../../session/invitation.ts';
import { answerTutorialOffer } from '../../session/tutorial.ts';

/** Returns the challenge that this browser signs, and the ticket to send back with it. */
const requestSignInChallenge = () => callFromOutside<PasskeySignInRequest>('post', 'v1/passkeys/sign-in/options');

/** Opens a full session with a passkey. */
const signInWithPasskey = (ticket: string, credential: PasskeyAssertion) =>
  callFromOutside<SessionAnswer>('post', 'v1/passkeys/sign-in/verify', { ticket, credential });

/** hospitalStatusId of an account that awaits approval (docs/product-rules.md#codes). */
const UNDER_REVIEW = 2;

/**
 * Result of a correct password or passkey: signed in, staff's desk or second factor, or the reason for a refusal
 * (docs/product-rules.md#login).
 */
type SignInOutcome = 'signed-in' | 'desk' | 'second-factor' | 'unvalidated' | 'review';

/** Handles the response to a sign-in. Only `signed-in`, `desk` and `second-factor` open the session. */
function handleSignIn(answer: SessionAnswer): SignInOutcome {
  const { user } = answer;
  if (user.scope === 'full' && !user.emailValidated) return 'unvalidated';
  if (user.scope === 'full' && user.hospitalStatusId === UNDER_REVIEW) return 'review';
  openSession(answer);
  if (answer.secondFactor) return 'second-factor';
  if (user.roleType !== 'staff') return 'signed-in';
  // Staff need no tutorial: they land on the desk and can open the demo from there.
  answerTutorialOffer(false);
  return 'desk';
}

/** Signs in with email and password; staff get a narrow session and need their second factor next. */
const signInByPassword = async (email: string, password: string): Promise<SignInOutcome> =>
  handleSignIn(await signInWithPassword(email, password, readPendingInvitation()?.uuid));

/** Signs in with the passkey that the user chooses. @throws PasskeyFailure if none was used */
async function signInByPasskey(): Promise<{ outcome: SignInOutcome; email: string }> {
  const challenge = await requestSignInChallenge();
  const answer = await signInWithPasskey(challenge.ticket, await presentPasskey(challenge));
  return { outcome: handleSignIn(answer), email: answer.user.scope === 'full' ? answer.user.email : '' };
}

/** Next screen for each outcome that opens a session. */
const NEXT = {
  'signed-in': paths.onboarding.patientComplete,
  desk: staffPaths.desk,
  'second-factor': staffPaths.secondFactor,
} as const;

/** Why a correct password or passkey did not sign the user in, and for which address. */
export interface Refusal {
  outcome: Exclude<SignInOutcome, keyof typeof NEXT>;
  email: string;
  /** Name of the person whose invitation is stored with the account until it is approved. */
  inviter?: string | undefined;
}

const opensSession = (outcome: SignInOutcome): outcome is keyof typeof NEXT => outcome in NEXT;

/** Signs in with a password or a passkey. Trying one clears the messages of the other. */
export function useSignIn() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const handleOutcome = async (outcome: SignInOutcome, email: string) => {
    if (!opensSession(outcome)) return setRefusal({ outcome, email });
    if (outcome === 'signed-in') await acceptPendingInvitation();
    const returnPath = outcome === 'desk' ? returnPathOf(store.getState()) : null;
    navigate(returnPath ?? NEXT[outcome]);
  };
  const password = useSubmit(async ({ email, password: typed }: { email: string; password: string }) => {
    const address = email.trim();
    const inviter = readPendingInvitation()?.name;
    const outcome = await signInByPassword(address, typed);
    if (outcome !== 'review') return handleOutcome(outcome, address);
    // The sign-in request included the invitation.
    clearPendingInvitation();
    setRefusal({ outcome, email: address, inviter });
  });
  const passkey = useSubmit(async () => {
    const { outcome, email } = await signInByPasskey();
    await handleOutcome(outcome, email);
  });
  const provider = useSubmit(async () => handleOutcome(handleSignIn(await fetchProviderSession()), ''));
  return {
    refusal,
    providerError: provider.error,
    isProviderPending: provider.state === 'sending',
    /** Continues after the provider's response. */
    withProvider: provider.submit,
    passwordError: password.error,
    passkeyError: passkey.error,
    isPasskeyPending: passkey.state === 'sending',
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
