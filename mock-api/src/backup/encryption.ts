/**
 * Encrypts backups for a public key, so that neither the machine that makes them nor the one that stores them needs the
 * private one. A file begins with `MARK` and the file's own X25519 public key (SPKI); chunks follow, encrypted with
 * AES-256-GCM and a key of HKDF-SHA-256 over both public keys. The nonce has the chunk's number, and in its last byte
 * whether it is the last one, so that chunks can be neither reordered nor cut off.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

const MARK = Buffer.from('lodestar-encrypted@1\n');
const CIPHER = 'aes-256-gcm';
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
/** Length of an X25519 public key as SPKI. */
const KEY_BYTES = 44;

type Bytes = AsyncIterable<Buffer>;

const bytesOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });

function chunkKey(privateKey: KeyObject, publicKey: KeyObject, salt: Buffer[]): Buffer {
  const secret = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat(salt), 'lodestar-backup', 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Yields pieces of one size, the last one marked; it may be shorter, or empty. */
async function* piecesOf(source: Bytes, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0);
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes]);
    for (; waiting.length > size; waiting = waiting.subarray(size))
      yield { piece: waiting.subarray(0, size), isLast: false };
  }
  yield { piece: waiting, isLast: true };
}

/** Returns a step of a pipeline that encrypts. @param recipient X25519 public key */
export function encryptFor(recipient: KeyObject): (source: Bytes) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const own = bytesOf(publicKey);
    const key = chunkKey(privateKey, recipient, [own, bytesOf(recipient)]);
    yield Buffer.concat([MARK, own]);
    let number = 0;
    for await (const { piece, isLast } of piecesOf(source, CHUNK_BYTES)) {
      const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast));
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
      number += 1;
    }
  };
}

function openChunk(key: Buffer, number: number, piece: Buffer, isLast: boolean): Buffer {
  const end = piece.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(piece.subarray(end));
  return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()]);
}

/**
 * Returns a step of a pipeline that decrypts, and passes on what isn't encrypted. It throws for another key, and before it
 * passes on a changed chunk.
 */
export function decryptWith(recipient: KeyObject | undefined): (source: Bytes) => AsyncGenerator<Buffer> {
  return async function* (source) {
    const { head, rest } = await splitHead(source, MARK.length + KEY_BYTES);
    if (!isEncrypted(head)) {
      yield head;
      yield* rest;
      return;
    }
    if (recipient === undefined) throw new Error('the backup is encrypted');
    const own = head.subarray(MARK.length);
    const publicKey = createPublicKey({ key: own, type: 'spki', format: 'der' });
    const key = chunkKey(recipient, publicKey, [own, bytesOf(createPublicKey(recipient))]);
    let number = 0;
    for await (const { piece, isLast } of piecesOf(rest, CHUNK_BYTES + TAG_BYTES)) {
      yield openChunk(key, number, piece, isLast);
      number += 1;
    }
  };
}

async function splitHead(source: Bytes, size: number): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    read = Buffer.concat([read, next.value]);
    if (read.length >= size) break;
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield read.subarray(size);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head: read.subarray(0, size), rest: rest() };
}

/** Returns whether a file that begins with these bytes is encrypted. */
export const isEncrypted = (head: Buffer): boolean => head.subarray(0, MARK.length).equals(MARK);

/** Reads an X25519 key (PEM). @throws if the text is none */
export function readKey(kind: 'public' | 'private', pem: string): KeyObject {
  const key = kind === 'public' ? createPublicKey(pem) : createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'x25519') throw new Error('not an X25519 key');
  return key;
}
