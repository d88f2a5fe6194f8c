import type { KeyObject } from 'node:crypto';
import { sign, verify } from './signature.ts';

/** Longer than any generated token. */
const LONGEST_TOKEN = 3_000;
const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

/** The purpose is part of what is signed: a signature for one purpose is of no use for another. */
const statementOf = (purpose: string, payload: string) => `${purpose}\n${payload}`;

/** A well-formed token whose signature has not been checked yet. */
export interface UncheckedToken {
  /** Parsed JSON. */
  content: unknown;
  /** Returns whether it was signed for this purpose with the private half of a key. */
  isSignedBy(publicKey: string): boolean;
}

/** Returns a token: JSON and a team's signature, in URL-safe characters. */
export function signToken(purpose: string, content: object, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  const signature = Buffer.from(sign(statementOf(purpose, payload), privateKey), 'base64').toString('base64url');
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
      verify(statementOf(purpose, payload), signature.toString('base64'), publicKey);
    return { content, isSignedBy };
  } catch {
    // Not JSON.
    return undefined;
  }
}
