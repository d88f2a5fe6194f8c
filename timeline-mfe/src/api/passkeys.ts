import type { NewPasskey, Passkey, PasskeyCreation } from 'mock-api/contract';
import { call } from 'shared-ui';

const PASSKEYS = 'v1/passkeys';

/** The signed-in person's passkeys, the oldest first. Throws ApiFailure. */
export const fetchPasskeys = () => call<Passkey[]>('get', PASSKEYS);

/** What this browser needs to make a passkey. Throws ApiFailure. */
export const askForPasskey = () => call<PasskeyCreation>('post', `${PASSKEYS}/registration/options`);

/** Keeps the passkey that this browser has made. Throws ApiFailure. */
export const addPasskey = (credential: NewPasskey['credential']) =>
  call<Passkey>('post', `${PASSKEYS}/registration/verify`, { credential });

/** Takes one of the person's passkeys away. Throws ApiFailure. */
export const removePasskey = (id: string) => call<void>('delete', `${PASSKEYS}/${encodeURIComponent(id)}`);
