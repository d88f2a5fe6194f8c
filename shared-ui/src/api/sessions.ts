import type { Me, PinSent, SessionAnswer } from 'mock-api/contract';
import { call } from './client.ts';

/** Opens a narrow session with a wristband's code, or a full one with the uniqueCode of a just validated e-mail. */
export const signInWithCode = (code: string) => call<SessionAnswer>('post', 'v1/sessions/code', { code });

/** Opens a full session with e-mail and password. */
export const signInWithPassword = (email: string, password: string) =>
  call<SessionAnswer>('post', 'v1/sessions', { username: email.trim().toLowerCase(), password });

/** Who the session belongs to. */
export const whoAmI = () => call<Me>('get', 'v1/users/me');

/** Ends the session on the server. */
export const signOut = () => call<void>('delete', 'v1/sessions');

/** Has a new PIN made and texted to the user's own number; with `unlessAlive` only when the last one is of no use. */
export const sendPin = (unlessAlive = false) => call<PinSent>('post', 'v1/sessions/pin', { unlessAlive });

/** The e-mail step before a new mobile number: when it is the user's own, this session may change the number. */
export const confirmEmail = (email: string) => call<void>('post', 'v1/sessions/email', { email: email.trim() });

/** Checks the PIN; when right, the session is full and the answer is the whole user. */
export const verifyPin = (pin: string) => call<Me>('post', 'v1/sessions/pin/verify', { pin });
