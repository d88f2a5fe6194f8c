/**
 * Hashes of codes that someone enters. All codes of a few digits can be tried against a hash, so these hashes are as slow
 * as those of passwords. Make and compare them outside transactions, which would hold their locks meanwhile.
 */
import { sameSecret, sha256 } from '../secrets.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** A code to send, and the hash to store. */
export interface NewCode {
  code: string;
  hash: string;
}

export const newCode = async (code: string): Promise<NewCode> => ({ code, hash: await hashPassword(code) });

interface StoredCode {
  salt: string;
  code_hash: string;
}

/** Returns whether a code is the stored one. The previous release stored SHA-256 hashes with a salt beside them. */
export async function fitsCode({ salt, code_hash: hash }: StoredCode, code: string): Promise<boolean> {
  return salt === '' ? verifyPassword(hash, code) : sameSecret(sha256(`${salt}:${code}`), hash);
}
