import type { OwnData, OwnDataState, PinSent, Proof } from 'mock-api/contract';
import { call, callForFile } from 'shared-ui';

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
