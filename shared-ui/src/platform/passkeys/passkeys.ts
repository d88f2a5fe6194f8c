/** Passkeys in this browser: what the server asks for and gets is JSON, what the browser takes and gives is bytes. */
import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from 'mock-api/contract';

/**
 * Why there is no passkey. `cancelled`: the person changed their mind, let the time pass, or has none for this site. `known`: this
 * device has one for this account already. `impossible`: the browser or the device can't, at this address.
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

/** Whether this browser can make and use passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && 'credentials' in navigator;

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const toText = (data: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

type Known = PasskeyCreation['publicKey']['excludeCredentials'][number];

const descriptor = ({ type, id, transports }: Known) => ({
  type,
  id: toBytes(id),
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

/** Has the person's device make a passkey. @throws PasskeyFailure */
export async function createPasskey({ publicKey }: PasskeyCreation): Promise<NewPasskey['credential']> {
  const { challenge, user, excludeCredentials, ...rest } = publicKey;
  const credential = await credentialOf(() =>
    navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: excludeCredentials.map(descriptor),
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...namesOf(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      // Browsers that can't say how the device is reached are asked for any.
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Has the person choose and use a passkey. @throws PasskeyFailure */
export async function presentPasskey({ publicKey }: PasskeyRequest): Promise<PasskeyAssertion> {
  const { challenge, allowCredentials, ...rest } = publicKey;
  const credential = await credentialOf(() =>
    navigator.credentials.get({
      publicKey: { ...rest, challenge: toBytes(challenge), allowCredentials: allowCredentials.map(descriptor) },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...namesOf(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle ? toText(response.userHandle) : null,
    },
  };
}
