/** Password hashing: argon2id, 19 MiB, two passes, one lane (the OWASP Password Storage Cheat Sheet's first choice). */
import { hash, type Options, verify } from '@node-rs/argon2';

/** `2` is argon2id: the package's own constant is a `const enum`, which plain type stripping cannot read. */
const ARGON2ID: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (no such account) it does the same work against a decoy, so that the time taken
 * does not tell who has an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy that no one can type');
  const right = await verify(passwordHash ?? (await decoy), password);
  return right && passwordHash != null;
}
