import type { SessionAnswer } from 'mock-api/contract';
import { validateEmail } from '../../api/accounts.ts';
import { signInWithCode } from '../../api/sign-in.ts';

/** hospitalStatusId values (docs/product-rules.md#codes). */
const APPROVED = 1;
const UNDER_REVIEW = 2;

/**
 * Result of a validation link. `in`: approved, with the session that its code opened, or null if that failed. `failed`
 * also covers an unknown hospital status.
 */
export type Validation =
  | { outcome: 'in'; session: SessionAnswer | null }
  | { outcome: 'review' }
  | { outcome: 'failed'; error: unknown };

async function signIn(code: string | undefined): Promise<SessionAnswer | null> {
  if (!code) return null;
  return signInWithCode(code).catch((error) => {
    console.info('The e-mail is validated, but its code did not sign in', error);
    return null;
  });
}

async function validate(uuid: string): Promise<Validation> {
  try {
    const { hospitalStatusId, uniqueCode } = await validateEmail(uuid);
    if (hospitalStatusId === APPROVED) return { outcome: 'in', session: await signIn(uniqueCode) };
    if (hospitalStatusId === UNDER_REVIEW) return { outcome: 'review' };
    return { outcome: 'failed', error: new Error(`Unknown hospital status ${hospitalStatusId}`) };
  } catch (error) {
    console.info('The e-mail could not be validated', error);
    return { outcome: 'failed', error };
  }
}

const validations = new Map<string, Promise<Validation>>();

/**
 * Uses a validation link once per page load: it works only once, so a user who returns to the screen gets the same
 * result. Never throws.
 */
export function validateOnce(uuid: string): Promise<Validation> {
  const known = validations.get(uuid) ?? validate(uuid);
  validations.set(uuid, known);
  return known;
}

/** Allows another attempt with the link. */
export function forgetValidation(uuid: string): void {
  validations.delete(uuid);
}
