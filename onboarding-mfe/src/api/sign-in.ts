import type { Me, PinSent, SessionAnswer } from 'mock-api/contract';
import { call, callFromOutside } from 'shared-ui';

/** Opens a narrow session with a wristband's code, or a full one with the uniqueCode of a just validated e-mail. Throws ApiFailure. */
export const signInWithCode = (code: string) => callFromOutside<SessionAnswer>('post', 'v1/sessions/code', { code });

/**
 * Opens a session with email and password: a full one, a narrow one for staff. Throws ApiFailure.
 * @param invitation from an invitation's link; kept with an account that is under review
 */
export const signInWithPassword = (email: string, password: string, invitation?: string) =>
  callFromOutside<SessionAnswer>('post', 'v1/sessions', {
    username: email.trim().toLowerCase(),
    password,
    ...(invitation !== undefined && { invitation }),
  });

/** Makes a new PIN and texts it to the user's own number; with `unlessAlive` only when the last one is of no use. Throws ApiFailure. */
export const sendPin = (unlessAlive = false) => call<PinSent>('post', 'v1/sessions/pin', { unlessAlive });

/** Checks the PIN; when right, the session is full and the answer is the whole user. Throws ApiFailure. */
export const verifyPin = (pin: string) => call<Me>('post', 'v1/sessions/pin/verify', { pin });

/** Checks the code that staff got by e-mail; when right, the session is full and the answer is the whole user. Throws ApiFailure. */
export const verifySecondFactor = (code: string) => call<Me>('post', 'v1/sessions/second-factor', { code });

/** Mails another code to staff; the one before is of no use any more. Throws ApiFailure. */
export const resendSecondFactor = () => call<void>('post', 'v1/sessions/second-factor/resend');

/** The e-mail step before a new mobile number: when it is the user's own, this session may change the number. Throws ApiFailure. */
export const confirmEmail = (email: string) => call<void>('post', 'v1/sessions/email', { email: email.trim() });
