/** Checks of what a device signs with a passkey, against this site (WebAuthn, level 3, sections 7.1 and 7.2). */
import type { NewPasskey, PasskeyAssertion } from '../contract.ts';

/**
 * Loaded on demand: fewer than a tenth of the API's callers ever need it, and it takes longer to load than the rest of
 * the API.
 */
const webauthn = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/**
 * COSE algorithms, best first: EdDSA, ES256. Not RS256: devices that have nothing else make RSA keys of 2,048 bits, which
 * are worth 112 instead of 128 bits. Such keys from before still sign in: their owners may have no other way.
 */
export const ALGORITHMS: readonly number[] = [-8, -7];

/** This site, as devices store it with a passkey. */
interface RelyingParty {
  /** Host name of PUBLIC_URL. */
  id: string;
  name: string;
  origin: string;
}

export function relyingParty({ publicUrl, brand }: { publicUrl: string; brand: { name: string } }): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: brand.name, origin };
}

/** A new passkey as it is stored: bytes are base64url. */
export interface PasskeyCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
  synced: boolean;
}

/**
 * Returns whether the device does not identify its maker, as it was asked to. Certificates are not checked: they name
 * addresses on the internet that a check would call.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

const expected = ({ id, origin }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/** Returns the passkey that was created for this site and challenge, or undefined if anything about it is invalid. */
export async function verifyNewPasskey(
  site: RelyingParty,
  challenge: string,
  { credential }: NewPasskey,
): Promise<PasskeyCredential | undefined> {
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
      ...expected(site, challenge),
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    // The key that the device reports and the one that its browser reports must be the same.
    if (!registrationInfo || registrationInfo.credential.id !== credential.id) return undefined;
    return {
      credentialId: registrationInfo.credential.id,
      publicKey: isoBase64URL.fromBuffer(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      synced: registrationInfo.credentialBackedUp,
    };
  } catch {
    // The library throws at anything invalid; the sender gets no details.
    return undefined;
  }
}

/** What the use of a passkey changes in its stored data. */
export type PasskeyState = Pick<PasskeyCredential, 'counter' | 'synced'>;

/**
 * Returns a passkey's new state if its device has signed this site's challenge and verified its user, or undefined if
 * anything about it is invalid. A counter that decreased is invalid: it means that there is a copy.
 */
export async function verifyAssertion(
  site: RelyingParty,
  challenge: string,
  credential: PasskeyAssertion,
  known: PasskeyCredential,
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
      ...expected(site, challenge),
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
