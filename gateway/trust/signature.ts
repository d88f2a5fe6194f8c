import { createHash, createPublicKey, type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto';

/**
 * Returns the text that a team signs for a version. The hash is that of the published `remote.json`, which lists the
 * hash of every file, so the signature covers all of them.
 * @param integrity SHA-384 of the manifest's exact bytes, as in the registry
 */
export function statementOf(name: string, version: string, integrity: string): string {
  return `lodestar-remote\n${name}\n${version}\n${integrity}`;
}

/** Returns the Ed25519 signature of a text, in base64. */
export function sign(statement: string, privateKey: KeyObject): string {
  return signBytes(null, Buffer.from(statement), privateKey).toString('base64');
}

/**
 * Returns whether a text was signed with the private half of a key.
 * @param value the signature in base64
 * @param publicKey the key in the format of `teams.json`
 */
export function verify(statement: string, value: string, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verifyBytes(null, Buffer.from(statement), key, Buffer.from(value, 'base64'));
}

/** Returns a key's public half in the format of `teams.json`: SubjectPublicKeyInfo in DER, in base64 on one line. */
export function publicHalf(key: KeyObject): string {
  const half = key.type === 'public' ? key : createPublicKey(key);
  return half.export({ format: 'der', type: 'spki' }).toString('base64');
}

/**
 * Returns the name of a key in requests: the SHA-256 of its public half, in base64url.
 * @param publicKey the key in the format of `teams.json`
 */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64url');
}

/** Longer than any generated token. */
const LONGEST_TOKEN = 3_000;
const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

/** The purpose is part of what is signed: a signature for one purpose is of no use for another. */
const tokenStatement = (purpose: string, payload: string) => `${purpose}\n${payload}`;

/** A well-formed token whose signature has not been checked yet. */
interface UncheckedToken {
  /** Parsed JSON. */
  content: unknown;
  /** Returns whether it was signed for this purpose with the private half of a key. */
  isSignedBy(publicKey: string): boolean;
}

/** Returns a token: JSON and a team's signature, in URL-safe characters. */
export function signToken(purpose: string, content: object, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  const signature = Buffer.from(sign(tokenStatement(purpose, payload), privateKey), 'base64').toString('base64url');
  return `${payload}.${signature}`;
}

/**
 * Splits and parses a token; undefined when it is malformed. Accepts only the canonical encoding: another text that
 * decodes to the same bytes is malformed.
 */
export function parseToken(purpose: string, token: string): UncheckedToken | undefined {
  const [, payload = '', written = ''] = (token.length <= LONGEST_TOKEN && TOKEN.exec(token)) || [];
  const [bytes, signature] = [Buffer.from(payload, 'base64url'), Buffer.from(written, 'base64url')];
  const isCanonical = bytes.toString('base64url') === payload && signature.toString('base64url') === written;
  if (payload === '' || !isCanonical) return undefined;
  try {
    const content: unknown = JSON.parse(bytes.toString());
    const isSignedBy = (publicKey: string) =>
      verify(tokenStatement(purpose, payload), signature.toString('base64'), publicKey);
    return { content, isSignedBy };
  } catch {
    // Not JSON.
    return undefined;
  }
}
