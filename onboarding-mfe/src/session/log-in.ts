import type { SessionAnswer } from 'mock-api/contract';
import { openSession } from 'shared-ui';
import { presentPasskey } from 'shared-ui/forms';
import { askForSignIn, signInWithPasskey } from '../api/passkeys.ts';
import { signInWithPassword } from '../api/sign-in.ts';
import { keptInvitation } from './invitation.ts';
import { answerTutorialOffer } from './tutorial.ts';

/** hospitalStatusId of an account that awaits approval (docs/product-rules.md#codes). */
const UNDER_REVIEW = 2;

/**
 * Result of a correct password or passkey: signed in, staff's desk or second factor, or the reason for a refusal
 * (docs/product-rules.md#login).
 */
export type LoginOutcome = 'in' | 'desk' | 'second-factor' | 'unvalidated' | 'review';

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
export const logIn = async (email: string, password: string): Promise<LoginOutcome> =>
  handleSignIn(await signInWithPassword(email, password, keptInvitation()?.uuid));

/** Signs in with the passkey that the user chooses. Throws ApiFailure, or PasskeyFailure if none was used. */
export async function logInWithPasskey(): Promise<{ outcome: LoginOutcome; email: string }> {
  const challenge = await askForSignIn();
  const answer = await signInWithPasskey(challenge.ticket, await presentPasskey(challenge));
  return { outcome: handleSignIn(answer), email: answer.user.scope === 'full' ? answer.user.email : '' };
}
