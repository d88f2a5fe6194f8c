/**
 * Software authenticator that creates and uses passkeys. Its signatures (ES256) are real, so the API verifies them as
 * usual. Tests inject faults by changing what it sends.
 */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyCreation, PasskeyRequest } from '../../src/contract.ts';
import type { TestApi } from '../support/api.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const PRESENT = 1;
const VERIFIED = 4;
const BACKED_UP = 8 + 16;
const HAS_KEY = 64;

/** Values that a test replaces in what the authenticator sends. */
export interface Fault {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isVerified?: boolean;
  counter?: number;
  /** Sign with a key other than the passkey's. */
  otherKey?: boolean;
  userHandle?: string;
  format?: string;
  /** Registers an RSA key (RS256) of so many bits. */
  rsaBits?: number;
}

/** Returns a new RSA key as COSE: kind 3 (RSA), algorithm -257 (RS256), modulus, exponent. */
function coseRsaKey(modulusLength: number): Uint8Array {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
  const [modulus, exponent] = [n, e].map((text) => new Uint8Array(Buffer.from(text, 'base64url')));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, modulus ?? 0],
      [-2, exponent ?? 0],
    ]),
  );
}

/** A passkey on a device. */
export class SoftwarePasskey {
  readonly id = base64url(randomBytes(32));
  readonly origin: string;
  counter = 0;
  rpId = '';
  userHandle = '';
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;

  /** @param origin origin reported by the browser */
  constructor(origin = 'http://localhost:3000') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
    this.origin = origin;
  }

  #clientData(type: string, challenge: string, fault: Fault): Buffer {
    const data = {
      type: fault.type ?? type,
      challenge: fault.challenge ?? challenge,
      origin: fault.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(flags: number, fault: Fault): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? this.counter);
    const verified = fault.isVerified === false ? 0 : VERIFIED;
    return Buffer.concat([
      sha256(fault.rpId ?? this.rpId),
      Buffer.from([flags | PRESENT | BACKED_UP | verified]),
      counter,
    ]);
  }

  /** Returns the public key as COSE: kind 2 (EC2), algorithm -7 (ES256), curve 1 (P-256), x, y. */
  #coseKey({ rsaBits }: Fault): Uint8Array {
    if (rsaBits !== undefined) return coseRsaKey(rsaBits);
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')));
    const values = [2, -7, 1, ...coordinates];
    return isoCBOR.encode(new Map([1, 3, -1, -2, -3].map((key, index) => [key, values[index] ?? 0])));
  }

  /** Returns the result of `navigator.credentials.create`. */
  make({ publicKey: { rp, user, challenge } }: PasskeyCreation, fault: Fault = {}) {
    this.rpId = rp.id;
    this.userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = [this.#authenticatorData(HAS_KEY, fault), Buffer.alloc(16), length, id, this.#coseKey(fault)];
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', fault.format ?? 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(Buffer.concat(data))],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, fault)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Returns the result of `navigator.credentials.get`. */
  use({ publicKey: { challenge } }: PasskeyRequest, fault: Fault = {}) {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, fault);
    const authenticatorData = this.#authenticatorData(0, fault);
    const key = fault.otherKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.#key;
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: fault.userHandle ?? this.userHandle,
      },
    };
  }

  /** Returns the common fields, as the browser's `toJSON` does. */
  #credential() {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
    };
  }
}

/** Adds a passkey to the account of a session. Returns the device with the passkey. */
export async function addPasskey(api: TestApi, token: string): Promise<SoftwarePasskey> {
  const device = new SoftwarePasskey();
  const path = '/api/v1/passkeys/registration';
  const { body } = await api.ask<PasskeyCreation>('POST', `${path}/options`, { token });
  const { status } = await api.ask('POST', `${path}/verify`, { token, body: { credential: device.make(body) } });
  assert.equal(status, 201);
  return device;
}
