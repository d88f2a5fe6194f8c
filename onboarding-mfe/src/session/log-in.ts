import { openSession } from 'shared-ui';
import { signInWithPassword } from '../api/sign-in.ts';

/** hospitalStatusId of an account that a person still has to approve (docs/product-rules.md#codes). */
const UNDER_REVIEW = 2;

/** What a right password leads to: in, the second factor of staff, or why not yet (docs/product-rules.md#login). */
export type LoginOutcome = 'in' | 'second-factor' | 'unvalidated' | 'review';

/**
 * Signs in with e-mail and password. Only "in" and "second-factor" open the session, the latter a narrow one. Throws
 * ApiFailure.
 */
export async function logIn(email: string, password: string): Promise<LoginOutcome> {
  const answer = await signInWithPassword(email, password);
  const { user } = answer;
  if (user.scope === 'full' && !user.emailValidated) return 'unvalidated';
  if (user.scope === 'full' && user.hospitalStatusId === UNDER_REVIEW) return 'review';
  openSession(answer);
  return answer.secondFactor ? 'second-factor' : 'in';
}
