import type { PasskeyCreation, PasskeyRequest } from 'mock-api/contract';
import {
  fakePasskeys,
  noPasskeys,
  PASSKEY_ASKED,
  PASSKEY_MADE,
  PASSKEY_USED,
  PASSKEY_WANTED,
} from '../../testing/passkeys.ts';
import { createPasskey, hasPasskeys, PasskeyFailure, presentPasskey } from './passkeys.ts';

const wanted = PASSKEY_WANTED as PasskeyCreation;
const asked = PASSKEY_ASKED as PasskeyRequest;
const bytesOf = (data: BufferSource | undefined) => [...(data as Uint8Array)];

afterEach(noPasskeys);

test('createPasskey and presentPasskey pass bytes to a browser with WebAuthn and return base64url', async () => {
  expect(hasPasskeys()).toBe(false);
  const options = fakePasskeys();
  expect(hasPasskeys()).toBe(true);
  expect(await createPasskey(wanted)).toEqual(PASSKEY_MADE);
  const { challenge, user, excludeCredentials = [], rp } = options[0]?.publicKey ?? {};
  expect([bytesOf(challenge), bytesOf(user?.id), bytesOf(excludeCredentials[0]?.id)]).toEqual([[6], [5], [7]]);
  expect(rp).toEqual({ id: 'localhost', name: 'Lodestar' });
  expect(await presentPasskey(asked)).toEqual(PASSKEY_USED);
});

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
  ['SecurityError', 'impossible'],
])('createPasskey maps %s to %s', async (name, fault) => {
  fakePasskeys(name);
  const failure = await createPasskey(wanted).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PasskeyFailure);
  expect(failure).toMatchObject({ fault });
});
