import { PlainError } from '../gateway/plain-error.ts';

/** The lock that publishers share is a database, which Node opens by itself from here on. */
const NEEDED_MAJOR = 24;

/** Throws PlainError where this Node is too old for what `what` names. */
export function requireNode(what: string): void {
  if (Number.parseInt(process.versions.node, 10) < NEEDED_MAJOR) {
    throw new PlainError(`${what} needs Node ${NEEDED_MAJOR} or newer; this is ${process.version}.`);
  }
}
