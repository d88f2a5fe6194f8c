import type { Me, PinSent, SessionAnswer, SessionState } from 'mock-api/contract';
import { call, callFromOutside, takeOver } from './client.ts';
import { keepSeen, lastSeen } from './seen.ts';
import { savedToken } from './token.ts';

/** Opens a narrow session with a wristband's code, or a full one with the uniqueCode of a just validated e-mail. */
export const signInWithCode = (code: string) => callFromOutside<SessionAnswer>('post', 'v1/sessions/code', { code });

/** Opens a full session with e-mail and password. */
export const signInWithPassword = (email: string, password: string) =>
  callFromOutside<SessionAnswer>('post', 'v1/sessions', { username: email.trim().toLowerCase(), password });

const ME = 'v1/users/me';

/** The page itself has asked who this session belongs to, before there was code: the first `whoAmI` gets that answer. */
export function takeOverWho(): void {
  const asked = globalThis.__lodestarWho;
  globalThis.__lodestarWho = undefined;
  if (asked) takeOver(ME, asked.headers, asked.answer);
}

/** Who the session belongs to; kept for a start without network. */
export async function whoAmI(): Promise<Me> {
  const token = savedToken();
  const me = await call<Me>('get', ME);
  void keepSeen(token, ME, async () => ({ body: me }));
  return me;
}

/** Who the session belonged to when the server last said so, and when that was (milliseconds since 1970). */
export async function whoWasI(): Promise<{ me: Me; at: number } | undefined> {
  const seen = await lastSeen(ME);
  return seen && { me: seen.body as Me, at: seen.at };
}

/** Ends the session on the server. */
export const signOut = () => call<void>('delete', 'v1/sessions');

/** Has a new PIN made and texted to the user's own number; with `unlessAlive` only when the last one is of no use. */
export const sendPin = (unlessAlive = false) => call<PinSent>('post', 'v1/sessions/pin', { unlessAlive });

/** The e-mail step before a new mobile number: when it is the user's own, this session may change the number. */
export const confirmEmail = (email: string) => call<void>('post', 'v1/sessions/email', { email: email.trim() });

/** Checks the PIN; when right, the session is full and the answer is the whole user. */
export const verifyPin = (pin: string) => call<Me>('post', 'v1/sessions/pin/verify', { pin });

/** When this session ends, by the server's clock. Asking does not keep it alive. */
export const sessionState = () => call<SessionState>('get', 'v1/sessions');

/** The person is still there: the idle end moves on. Gives when the session ends now. */
export const extendSession = () => call<SessionState>('post', 'v1/sessions/extend');
