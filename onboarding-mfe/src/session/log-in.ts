import { openSession } from 'shared-ui';
import { signInWithPassword } from '../api/sign-in.ts';

/** hospitalStatusId of an account that a person still has to approve (docs/product-rules.md#codes). */
const UNDER_REVIEW = 2;

/** What a right password leads to: in, or why not yet (docs/product-rules.md#login). */
export type LoginOutcome = 'in' | 'unvalidated' | 'review';

/** Signs in with e-mail and password. Only the outcome "in" opens the session. Throws ApiFailure. */
export async function logIn(email: string, password: string): Promise<LoginOutcome> {
  const answer = await signInWithPassword(email, password);
  const { user } = answer;
  if (user.scope === 'full' && !user.emailValidated) return 'unvalidated';
  if (user.scope === 'full' && user.hospitalStatusId === UNDER_REVIEW) return 'review';
  openSession(answer);
  return 'in';
}
