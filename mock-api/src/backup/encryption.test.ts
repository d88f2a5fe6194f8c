import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { decryptWith, encryptFor, isEncrypted } from './encryption.ts';

const { publicKey, privateKey } = generateKeyPairSync('x25519');
const MARK_BYTES = 21 + 44;
/** A full chunk with its tag. */
const CHUNK = 65_536 + 16;

async function* inPieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const encrypt = (bytes: Buffer) => all(encryptFor(publicKey)(inPieces(bytes)));
const decrypt = (bytes: Buffer, key = privateKey) => all(decryptWith(key)(inPieces(bytes)));

describe('the encryption of backups', () => {
  it('gives back bytes of every length', async () => {
    for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
      const bytes = randomBytes(length);
      const encrypted = await encrypt(bytes);
      assert.ok(isEncrypted(encrypted));
      assert.deepEqual(await decrypt(encrypted), bytes, String(length));
    }
  });

  it('encrypts the same bytes differently each time', async () => {
    assert.notDeepEqual(await encrypt(Buffer.from('same')), await encrypt(Buffer.from('same')));
  });

  it('refuses a flipped bit anywhere, missing, exchanged and added chunks, and another key', async () => {
    const encrypted = await encrypt(randomBytes(200_000));
    const chunk = (index: number) => encrypted.subarray(MARK_BYTES + index * CHUNK, MARK_BYTES + (index + 1) * CHUNK);
    const head = encrypted.subarray(0, MARK_BYTES);
    const changed = [22, MARK_BYTES, MARK_BYTES + CHUNK, encrypted.length - 1].map((at) => {
      const copy = Buffer.from(encrypted);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    });
    const reordered = Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)]);
    const cut = [head, Buffer.concat([head, chunk(0), chunk(1)]), encrypted.subarray(0, -1)];
    for (const wrong of [...changed, reordered, ...cut, Buffer.concat([encrypted, chunk(0)])])
      await assert.rejects(decrypt(wrong));
    await assert.rejects(decrypt(encrypted, generateKeyPairSync('x25519').privateKey));
    await assert.rejects(all(decryptWith(undefined)(inPieces(encrypted))), /encrypted/);
  });

  it('passes on what is not encrypted', async () => {
    for (const text of ['', 'short', 'x'.repeat(100_000)])
      assert.equal((await decrypt(Buffer.from(text))).toString(), text);
  });
});
