/** What a device signs with a passkey, checked against this site (WebAuthn, level 3, sections 7.1 and 7.2). */
import type { Config } from '../config.ts';
import type { NewPasskey, PasskeyAssertion } from '../contract.ts';

/** Fewer than a tenth of the callers of the API ever need it, and it takes longer to load than the rest of the API. */
const webauthn = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** COSE algorithms, the best first: EdDSA, ES256, RS256. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/** This site, as devices keep it beside a passkey. */
export interface RelyingParty {
  /** The host name of PUBLIC_URL. */
  id: string;
  name: string;
  origin: string;
}

export function relyingParty({ publicUrl, brand }: Pick<Config, 'publicUrl' | 'brand'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: brand.name, origin };
}

/** A passkey that was made, as it is stored: bytes are base64url. */
export interface MadePasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  synced: boolean;
}

/**
 * Whether the device says nothing of its maker, as it was asked to. Certificates are not looked at: they name addresses on the
 * internet that a check of them would call.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** Returns the passkey that was made for this site and challenge; undefined when anything about it is not right. */
export async function checkMade(
  { id, origin }: RelyingParty,
  challenge: string,
  { credential }: NewPasskey,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  const { isoBase64URL } = await helpers();
  try {
    if (!(await isUnattested(credential.response.attestationObject))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          clientDataJSON: credential.response.clientDataJSON,
          attestationObject: credential.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    // What the device says that it made, and what its browser says, is the same key.
    if (!registrationInfo || registrationInfo.credential.id !== credential.id) return undefined;
    return {
      credentialId: registrationInfo.credential.id,
      publicKey: isoBase64URL.fromBuffer(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      synced: registrationInfo.credentialBackedUp,
    };
  } catch {
    // The library throws at whatever is not right; who sent it is told no more than that.
    return undefined;
  }
}

/** How the use of a passkey changes what is kept of it. */
export type PasskeyState = Pick<MadePasskey, 'counter' | 'synced'>;

/**
 * Returns a passkey's new state when its device has signed this site's challenge and verified its person; undefined when anything
 * about it is not right, a counter that went back among it: there is a copy then.
 */
export async function checkUsed(
  { id, origin }: RelyingParty,
  challenge: string,
  credential: PasskeyAssertion,
  known: MadePasskey,
): Promise<PasskeyState | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { isoBase64URL } = await helpers();
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: known.credentialId,
        publicKey: isoBase64URL.toBuffer(known.publicKey),
        counter: known.counter,
      },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
