/**
 * The checksums of a release's files, in the format of `sha256sum`, and their Ed25519 signature. Both can be verified
 * without this code: `openssl pkeyutl -verify` and `sha256sum -c`.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode, PlainError, reasonOf } from 'server-kit/plain-error';

export const SUMS = 'SHA256SUMS';
export const SIGNATURE = `${SUMS}.sig`;

/** Returns a file's SHA-256 hash in hexadecimal. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes and signs the checksums of files in a folder. */
export async function signFiles(folder: string, names: readonly string[], key: KeyObject): Promise<void> {
  const lines = await Promise.all(names.map(async (name) => `${await hashOf(join(folder, name))}  ${name}\n`));
  const sums = Buffer.from(lines.join(''));
  await writeFile(join(folder, SUMS), sums);
  await writeFile(join(folder, SIGNATURE), sign(null, sums, key));
}

async function readPart(file: string, what: string): Promise<Buffer> {
  return readFile(file).catch((thrown: unknown) => {
    throw new PlainError(hasCode(thrown, 'ENOENT') ? `${file} is missing: it is ${what}.` : reasonOf(thrown));
  });
}

/** Reads the Ed25519 public keys in a PEM file, one or more. Throws PlainError when it holds anything else. */
export async function readPublicKeys(file: string): Promise<KeyObject[]> {
  const text = (await readPart(file, 'the public key of those whose releases are installed here')).toString();
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  try {
    const keys = blocks.map((block) => createPublicKey(block));
    if (keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')) return keys;
  } catch {
    // Reported below, like any other content.
  }
  throw new PlainError(`${file} must hold public Ed25519 keys in PEM, and nothing else.`);
}

/**
 * Checks the signature of the checksums next to a file, then the file's own checksum.
 * @param keys any of which may have signed
 * @returns the file's SHA-256 hash in hexadecimal
 * @throws PlainError when anything is missing or doesn't match
 */
export async function verifyFile(file: string, keys: readonly KeyObject[]): Promise<string> {
  const folder = dirname(file);
  const sums = await readPart(join(folder, SUMS), 'part of the release, next to the tarball');
  const signature = await readPart(join(folder, SIGNATURE), 'part of the release, next to the tarball');
  if (!keys.some((key) => verify(null, sums, key, signature))) {
    throw new PlainError(`${join(folder, SIGNATURE)} is not a signature of ${SUMS} by the key of this installation.`);
  }
  const name = basename(file);
  const listed = sums
    .toString()
    .split('\n')
    .find((line) => line.slice(66) === name)
    ?.slice(0, 64);
  if (listed === undefined) throw new PlainError(`${join(folder, SUMS)} doesn't list ${name}.`);
  const found = await hashOf(file).catch((thrown: unknown) => {
    throw new PlainError(hasCode(thrown, 'ENOENT') ? `There is no file ${file}.` : reasonOf(thrown));
  });
  if (found !== listed) throw new PlainError(`${file} is damaged: its checksum differs from ${SUMS}.`);
  return found;
}
