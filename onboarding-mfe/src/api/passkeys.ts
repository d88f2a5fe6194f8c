import type { PasskeyAssertion, PasskeyRequest, PasskeySignInRequest, SessionAnswer, User } from 'mock-api/contract';
import { call, callFromOutside } from 'shared-ui';

/** Returns the challenge that this browser signs, and the ticket to send back with it. Throws ApiFailure. */
export const requestSignInChallenge = () =>
  callFromOutside<PasskeySignInRequest>('post', 'v1/passkeys/sign-in/options');

/** Opens a full session with a passkey. Throws ApiFailure. */
export const signInWithPasskey = (ticket: string, credential: PasskeyAssertion) =>
  callFromOutside<SessionAnswer>('post', 'v1/passkeys/sign-in/verify', { ticket, credential });

/** Returns the second-factor challenge that a staff member's browser signs. Throws ApiFailure. */
export const requestSecondFactorChallenge = () => call<PasskeyRequest>('post', 'v1/passkeys/second-factor/options');

/**
 * Verifies the second factor. On success the session becomes full and the response is the complete user. Throws
 * ApiFailure.
 */
export const verifySecondFactorPasskey = (credential: PasskeyAssertion) =>
  call<User>('post', 'v1/passkeys/second-factor/verify', { credential });
