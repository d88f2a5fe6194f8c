import type { PasskeyAssertion, PasskeyRequest, PasskeySignInRequest, SessionAnswer, User } from 'mock-api/contract';
import { call, callFromOutside } from 'shared-ui';

/** What this browser is to sign, and the ticket that goes back with it. Throws ApiFailure. */
export const askForSignIn = () => callFromOutside<PasskeySignInRequest>('post', 'v1/passkeys/sign-in/options');

/** Opens a full session with a passkey. Throws ApiFailure. */
export const signInWithPasskey = (ticket: string, credential: PasskeyAssertion) =>
  callFromOutside<SessionAnswer>('post', 'v1/passkeys/sign-in/verify', { ticket, credential });

/** What staff's browser is to sign as their second factor. Throws ApiFailure. */
export const askForSecondFactor = () => call<PasskeyRequest>('post', 'v1/passkeys/second-factor/options');

/** Checks the second factor; when right, the session is full and the answer is the whole user. Throws ApiFailure. */
export const passSecondFactor = (credential: PasskeyAssertion) =>
  call<User>('post', 'v1/passkeys/second-factor/verify', { credential });
