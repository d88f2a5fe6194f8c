/** Passkeys in this browser: converts between the server's JSON and the browser's bytes. */
import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from 'mock-api/contract';

/**
 * Why there is no passkey. `cancelled`: the person changed their mind, ran out of time, or has none for this site.
 * `known`: this device already has one for this account. `impossible`: the browser or device can't, at this address.
 */
export type PasskeyFault = 'cancelled' | 'known' | 'impossible';

export class PasskeyFailure extends Error {
  readonly fault: PasskeyFault;
  constructor(fault: PasskeyFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'PasskeyFailure';
    this.fault = fault;
  }
}

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
};

/** Returns whether this browser can create and use passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && 'credentials' in navigator;

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const toBase64Url = (data: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

type KnownCredential = PasskeyCreation['publicKey']['excludeCredentials'][number];

const descriptor = ({ type, id, transports }: KnownCredential) => ({
  type,
  id: fromBase64Url(id),
  transports: transports as AuthenticatorTransport[],
});

async function credentialOf(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await work();
  } catch (error) {
    throw new PasskeyFailure(FAULTS[error instanceof Error ? error.name : ''] ?? 'impossible', error);
  }
  if (!credential) throw new PasskeyFailure('cancelled');
  return credential as PublicKeyCredential;
}

const namesOf = ({ id }: PublicKeyCredential) => ({ id, rawId: id, type: 'public-key' as const });

/** Asks the person's device to create a passkey. @throws PasskeyFailure */
export async function createPasskey({ publicKey }: PasskeyCreation): Promise<NewPasskey['credential']> {
  const { challenge, user, excludeCredentials, ...rest } = publicKey;
  const credential = await credentialOf(() =>
    navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: fromBase64Url(challenge),
        user: { ...user, id: fromBase64Url(user.id) },
        excludeCredentials: excludeCredentials.map(descriptor),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...namesOf(credential),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
      // Some browsers can't list the device's transports: an empty list allows any.
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Asks the person to choose and use a passkey. @throws PasskeyFailure */
export async function presentPasskey({ publicKey }: PasskeyRequest): Promise<PasskeyAssertion> {
  const { challenge, allowCredentials, ...rest } = publicKey;
  const credential = await credentialOf(() =>
    navigator.credentials.get({
      publicKey: { ...rest, challenge: fromBase64Url(challenge), allowCredentials: allowCredentials.map(descriptor) },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...namesOf(credential),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      userHandle: response.userHandle ? toBase64Url(response.userHandle) : null,
    },
  };
}
