/** Voluntary application server identification (RFC 8292): identifies the sender to push services. */
import { createECDH, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';

/** The operator's key pair: an uncompressed point and a scalar of P-256, both as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const POINT_LENGTH = 65;
const COORDINATE_LENGTH = 32;

/** Returns whether both are keys and belong together. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

export function createVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

/**
 * Returns whether a text is an uncompressed point of P-256 in base64url, as browsers and this product write public
 * keys.
 */
export function isPoint(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  return point.length === POINT_LENGTH && point[0] === 4 && point.toString('base64url') === text;
}

/**
 * Returns the `Authorization` header of a push, valid for 12 hours (at most 24: RFC 8292, section 2).
 * @param origin of the push service
 * @param contact address that the service may write to: mailto: or https:
 */
export async function vapidHeader({ publicKey, privateKey }: VapidKeys, origin: string, contact: string) {
  const point = Buffer.from(publicKey, 'base64url');
  const part = (start: number) => point.subarray(start, start + COORDINATE_LENGTH).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(1 + COORDINATE_LENGTH), d: privateKey };
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(origin)
    .setSubject(contact)
    .setExpirationTime('12 hours')
    .sign(createPrivateKey({ key: jwk, format: 'jwk' }));
  return `vapid t=${token}, k=${publicKey}`;
}
