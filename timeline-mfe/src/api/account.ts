/** Calls of the settings about the signed-in user's account. @throws ApiFailure: all of them */
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

/** Oldest first. */
export const fetchPasskeys = () => call<Passkey[]>('get', PASSKEYS);

export const fetchPasskeyOptions = () => call<PasskeyCreation>('post', `${PASSKEYS}/registration/options`);

/** Registers a passkey that this browser created. */
export const addPasskey = (credential: NewPasskey['credential']) =>
  call<Passkey>('post', `${PASSKEYS}/registration/verify`, { credential });

export const removePasskey = (id: string) => call<void>('delete', `${PASSKEYS}/${encodeURIComponent(id)}`);

/** Most recently used first. */
export const fetchOwnSessions = async (): Promise<OpenSession[]> =>
  (await call<SessionState>('get', 'v1/sessions')).sessions;

/** Signs the user out on another device. */
export const endOwnSession = (id: string) => call<void>('delete', `v1/sessions/${encodeURIComponent(id)}`);

/** @throws ApiFailure NAME_BY_STAFF if only the hospital changes the first and last name */
export const saveNames = (names: Pick<UserChanges, 'firstName' | 'lastName' | 'preferredName'>) =>
  call<void>('patch', 'v1/users/me', names);

/** Asks for another mobile number, which waits for the code that is texted to it. */
export const askForNumber = async (phoneNumber: string): Promise<void> => void (await changeMobile(phoneNumber));

/** Texts a new code to the number that waits. */
export const sendPhoneCode = () => call<PinSent>('post', 'v1/users/me/phone/code');

/** Confirms the number that waits by its code. */
export async function confirmNumber(code: string): Promise<void> {
  upgradeSession(await call<Me>('post', 'v1/users/me/phone/confirm', { code }));
}

const OWN = 'v1/own-data';

/** Fetches how the user proves who they are. */
export const fetchOwnDataState = () => call<OwnDataState>('get', OWN);

/** Confirms this session for five minutes. @throws ApiFailure with status 403 for a wrong password or PIN */
export const confirmIdentity = (proof: Proof) => call<OwnDataState>('post', `${OWN}/confirmation`, proof);

/** Texts a PIN to the user's own number. */
export const sendPin = () => call<PinSent>('post', 'v1/sessions/pin', {});

/** Fetches everything about the user as a file. Needs a confirmed session. */
export async function fetchOwnData(form: 'json' | 'pdf'): Promise<Blob> {
  if (form === 'pdf') {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return callForFile(`${OWN}/export.pdf?timeZone=${encodeURIComponent(timeZone)}`, 'application/pdf');
  }
  const data = await call<OwnData>('get', `${OWN}/export`);
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/** Needs a confirmed session. */
export const eraseAccount = () => call<void>('delete', OWN);
