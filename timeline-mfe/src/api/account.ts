import type {
  Me,
  NewPasskey,
  OpenSession,
  OwnData,
  OwnDataState,
  Passkey,
  PasskeyCreation,
  PinSent,
  Proof,
  SessionState,
  UserChanges,
} from 'mock-api/contract';
import { call, callForFile, changeMobile, upgradeSession } from 'shared-ui';

const PASSKEYS = 'v1/passkeys';

/** Fetches the signed-in user's passkeys, oldest first. Throws ApiFailure. */
export const fetchPasskeys = () => call<Passkey[]>('get', PASSKEYS);

/** Fetches the options for creating a passkey in this browser. Throws ApiFailure. */
export const fetchPasskeyOptions = () => call<PasskeyCreation>('post', `${PASSKEYS}/registration/options`);

/** Registers a passkey that this browser created. Throws ApiFailure. */
export const addPasskey = (credential: NewPasskey['credential']) =>
  call<Passkey>('post', `${PASSKEYS}/registration/verify`, { credential });

/** Removes one of the user's passkeys. Throws ApiFailure. */
export const removePasskey = (id: string) => call<void>('delete', `${PASSKEYS}/${encodeURIComponent(id)}`);

/** Fetches the signed-in user's sessions, most recently used first. Throws ApiFailure. */
export const fetchOwnSessions = async (): Promise<OpenSession[]> =>
  (await call<SessionState>('get', 'v1/sessions')).sessions;

/** Signs the user out on another device. Throws ApiFailure. */
export const endOwnSession = (id: string) => call<void>('delete', `v1/sessions/${encodeURIComponent(id)}`);

/** Saves the signed-in user's names. Throws ApiFailure, with NAME_BY_STAFF if only the hospital changes the name. */
export const saveNames = (names: Pick<UserChanges, 'firstName' | 'lastName' | 'preferredName'>) =>
  call<void>('patch', 'v1/users/me', names);

/** Asks for another mobile number, which waits for the code that is texted to it. Throws ApiFailure. */
export const askForNumber = async (phoneNumber: string): Promise<void> => void (await changeMobile(phoneNumber));

/** Texts a new code to the number that waits. Throws ApiFailure. */
export const sendPhoneCode = () => call<PinSent>('post', 'v1/users/me/phone/code');

/** Confirms the number that waits by its code. Throws ApiFailure. */
export async function confirmNumber(code: string): Promise<void> {
  upgradeSession(await call<Me>('post', 'v1/users/me/phone/confirm', { code }));
}

const OWN = 'v1/own-data';

/** Fetches how the user proves who they are. Throws ApiFailure. */
export const fetchOwnDataState = () => call<OwnDataState>('get', OWN);

/** Confirms this session for five minutes. Throws ApiFailure, with status 403 for a wrong password or PIN. */
export const confirmIdentity = (proof: Proof) => call<OwnDataState>('post', `${OWN}/confirmation`, proof);

/** Texts a PIN to the user's own number. Throws ApiFailure. */
export const sendPin = () => call<PinSent>('post', 'v1/sessions/pin', {});

/** Fetches everything about the user as a file. Needs a confirmed session. Throws ApiFailure. */
export async function fetchOwnData(form: 'json' | 'pdf'): Promise<Blob> {
  if (form === 'pdf') {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return callForFile(`${OWN}/export.pdf?timeZone=${encodeURIComponent(timeZone)}`, 'application/pdf');
  }
  const data = await call<OwnData>('get', `${OWN}/export`);
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/** Erases the user's account. Needs a confirmed session. Throws ApiFailure. */
export const eraseAccount = () => call<void>('delete', OWN);
