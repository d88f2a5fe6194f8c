import { PlainError } from '../../gateway/common/plain-error.ts';

/** Publishers share a lock in a database, which Node supports natively from this version on. */
const NEEDED_MAJOR = 24;

/** Throws PlainError if this Node is too old for `what`. */
export function requireNode(what: string): void {
  if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
    throw new PlainError(`${what} needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}.`);
  }
}
