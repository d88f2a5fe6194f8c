import type { Me, PinSent, SessionAnswer, SignInProviders } from 'mock-api/contract';
import { call, callFromOutside, runtimeConfig } from 'shared-ui';

/** Opens a narrow session with a wristband code, or a full one with the uniqueCode of a newly validated email. */
export const signInWithCode = (code: string) => callFromOutside<SessionAnswer>('post', 'v1/sessions/code', { code });

/**
 * Opens a session with email and password: a full one, or a narrow one for staff.
 * @param invitation from an invitation link; stored with an account that is under review
 */
export const signInWithPassword = (email: string, password: string, invitation?: string) =>
  callFromOutside<SessionAnswer>('post', 'v1/sessions', {
    username: email.trim().toLowerCase(),
    password,
    ...(invitation !== undefined && { invitation }),
  });

/**
 * Creates a new PIN and texts it to the user's own number; with `unlessAlive`, only if the last PIN can no longer be
 * used.
 */
export const sendPin = (unlessAlive = false) => call<PinSent>('post', 'v1/sessions/pin', { unlessAlive });

/** Verifies the PIN. On success the session becomes full and the response is the complete user. */
export const verifyPin = (pin: string) => call<Me>('post', 'v1/sessions/pin/verify', { pin });

/**
 * Verifies the code that staff received by email. On success the session becomes full and the response is the complete
 * user.
 */
export const verifySecondFactor = (code: string) => call<Me>('post', 'v1/sessions/second-factor', { code });

/** Emails staff a new code, which invalidates the previous one. */
export const resendSecondFactor = () => call<void>('post', 'v1/sessions/second-factor/resend');

/** Confirms the user's own email, which allows this session to change the mobile number. */
export const confirmEmail = (email: string) => call<void>('post', 'v1/sessions/email', { email: email.trim() });

/** Returns staff's identity providers, which the page has unless an older gateway served it. */
export const fetchSignInProviders = async (): Promise<Readonly<SignInProviders>> =>
  runtimeConfig().signInProviders ?? callFromOutside<SignInProviders>('get', 'v1/oidc/providers');

/** Opens the session of a sign-in that this browser has completed at a provider, once. */
export const fetchProviderSession = () => callFromOutside<SessionAnswer>('post', 'v1/oidc/session');
