/** Password hashing: argon2id, 19 MiB, two passes, one lane (first choice of OWASP's Password Storage Cheat Sheet). */
import { channel } from 'node:diagnostics_channel';
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';

/** Runs a limited number of tasks at a time; the others wait, first come, first served. */
export class TaskLimiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many may run at a time, at least 1 */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when it is its turn. Returns its result, and throws its errors. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((next) => this.#waiting.push(next));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn is passed on directly: a new caller cannot overtake the one that is waiting.
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** `2` is argon2id: the package's own constant is a `const enum`, which type stripping cannot read. */
const ARGON2ID: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** How the package writes algorithm, version and parameters at the beginning of a hash. */
const CURRENT = `$argon2id$v=19$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$`;

/** Leaves one processor to all other requests during a burst of sign-ins, which wait for each other instead. */
const turns = new TaskLimiter(Math.max(1, availableParallelism() - 1));

/** Keyboards write one letter in different ways: "é" may be one character or two (NIST SP 800-63B-4, 3.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hash(normalised(password), ARGON2ID));
}

/** Publishes every verification: the stored hash's parameters, never the hash. */
const verified = channel('api:password-verified');

/** Returns whether a stored hash was made with other parameters than new ones are. */
export const isOutdatedHash = (passwordHash: string): boolean => !passwordHash.startsWith(CURRENT);

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (no such account) it does the same work against a decoy, so that the time taken
 * does not reveal who has an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy that no one can type');
  const compared = passwordHash ?? (await decoy);
  const right = await turns.run(() => verify(compared, normalised(password)));
  if (verified.hasSubscribers) verified.publish(compared.split('$').slice(1, 4).join('$'));
  return right && passwordHash != null;
}
