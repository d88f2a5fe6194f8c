/** Voluntary application server identification (RFC 8292): identifies the sender to push services. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { HOUR, SECOND } from '../common/clock.ts';

/** The operator's key pair: an uncompressed point and a scalar of P-256, both as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Lifetime of a token; 24 hours at most (RFC 8292, section 2). */
const LIFETIME = 12 * HOUR;
const POINT_LENGTH = 65;
const COORDINATE_LENGTH = 32;

function jwkOf({ publicKey, privateKey }: VapidKeys) {
  const point = Buffer.from(publicKey, 'base64url');
  const part = (start: number) => point.subarray(start, start + COORDINATE_LENGTH).toString('base64url');
  return { kty: 'EC', crv: 'P-256', x: part(1), y: part(1 + COORDINATE_LENGTH), d: privateKey };
}

/** Returns whether both are keys and belong together: the public key verifies what the private key signs. */
export function isPair(keys: VapidKeys): boolean {
  const probe = Buffer.from('pair');
  try {
    const { d: _secret, ...publicJwk } = jwkOf(keys);
    const signature = sign('sha256', probe, createPrivateKey({ key: jwkOf(keys), format: 'jwk' }));
    return verify('sha256', probe, createPublicKey({ key: publicJwk, format: 'jwk' }), signature);
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

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Returns the `Authorization` header of a push.
 * @param origin of the push service
 * @param contact address that the service may write to: mailto: or https:
 */
export function vapidHeader(keys: VapidKeys, origin: string, contact: string): string {
  const exp = Math.floor((Date.now() + LIFETIME) / SECOND);
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ aud: origin, exp, sub: contact })}`;
  const key = createPrivateKey({ key: jwkOf(keys), format: 'jwk' });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}
