import type { Me, SessionAnswer } from 'mock-api/contract';
import { ApiFailure, forgetToken, savedToken, saveToken, signOut, updateUser, whoAmI } from '../api/index.ts';
import { changeSettings } from './settings-actions.ts';
import { emptyPersonalData, patch, type Store, store } from './store.ts';

/** The session is checked again this often, in milliseconds (specification, section 9). */
export const RECHECK_MS = 60_000;

function accept(me: Me): void {
  patch('session', { status: me.scope, me, isOffline: false, checkedAt: Date.now() });
}

function dropSession(): void {
  forgetToken();
  changeSettings({ isUserValidated: false, viewTutorial: false });
  store.setState({
    session: { status: 'anonymous', me: null, isOffline: false, checkedAt: null },
    ...emptyPersonalData(),
  });
}

const endsSession = (error: unknown) => error instanceof ApiFailure && (error.status === 401 || error.status === 403);

/**
 * Tries the saved token. Without one, or when the server refuses it, the person is anonymous. When the server can't be
 * reached the token stays for the next try, and the person is anonymous until then (specification, section 4).
 */
export async function startSession(): Promise<void> {
  if (!savedToken()) return patch('session', { status: 'anonymous' });
  try {
    accept(await whoAmI());
  } catch (error) {
    if (endsSession(error)) dropSession();
    else patch('session', { status: 'anonymous', isOffline: true });
    console.info('The saved session could not be used', error);
  }
}

/** Asks the server whether the session still holds. Only its refusal ends it; a network failure says "offline". */
export async function recheckSession(): Promise<void> {
  if (!savedToken()) return;
  try {
    accept(await whoAmI());
  } catch (error) {
    if (endsSession(error)) dropSession();
    else patch('session', { isOffline: true });
  }
}

/** Takes the session that a sign-in has just opened. Data of whoever was here before goes. */
export function openSession({ token, user }: SessionAnswer): void {
  saveToken(token);
  store.setState(emptyPersonalData());
  accept(user);
}

/** The PIN was right: the same token now stands for a full session. */
export function widenSession(me: Me): void {
  accept(me);
}

/**
 * Gives the signed-in user a new mobile number; true when that is the number the server has now. A narrow session may do
 * so after the e-mail step only. Throws ApiFailure.
 */
export async function changeMobile(phoneNumber: string): Promise<boolean> {
  const me = await updateUser('me', { phoneNumber });
  accept(me);
  return me.phoneNumber === phoneNumber;
}

/** Signs out: on this phone at once, on the server as soon as it can be told. */
export async function endSession(): Promise<void> {
  const told = savedToken() ? signOut() : Promise.resolve();
  dropSession();
  await told.catch((error) => console.info('The server could not be told of the sign-out', error));
}

/** Signed in, and past the tutorial offer: may use the app (specification, section 2). */
export const mayUseApp = ({ session, settings }: Store) => session.status === 'full' && settings.isUserValidated;
