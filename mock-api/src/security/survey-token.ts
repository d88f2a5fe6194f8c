/**
 * Survey tokens. The API issues one to a session for an event that asks for a survey; the recorder checks it with the
 * same key, without calling the API. One token stands for one survey. It names neither the person nor the event.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readTls } from 'server-kit/tls/files';
import { fetchInternal, type InternalTls } from 'server-kit/tls/internal';
import { DAY, SECOND } from '../common/clock.ts';
import { sha256 } from './secrets.ts';

/** A survey may wait this long on a phone that is offline or signed out. */
export const TOKEN_LIFETIME = 14 * DAY;

export interface SurveyTokenClaims {
  /** Unique per token. */
  id: string;
  /** Public id of the session that asked for it. */
  session: string;
  /** Hash of the account and the event. */
  event: string;
  /** Kind of survey, as the recorder names it. */
  survey: string;
  /** Hash of the account's email. */
  email: string;
  /** Hash of the account; absent from tokens of earlier versions. */
  person?: string;
  /** Seconds since 1970. */
  expires: number;
}

const MAX_LENGTH = 1_024;

const sign = (key: string, content: string): Buffer => createHmac('sha256', key).update(content).digest();

export const hashEmail = (email: string): string => sha256(email.trim().toLowerCase()).slice(0, 32);

/** Hash of a random id, by which the recorder finds a person's surveys. */
export const hashPerson = (userId: string): string => sha256(`person:${userId}`).slice(0, 32);

/** Hash of random ids, the same in every session of the account. */
export const hashEvent = (userId: string, eventId: string): string => sha256(`${userId}:${eventId}`).slice(0, 32);

/** Returns a token, and when it expires. */
export function issueSurveyToken(
  key: string,
  claims: Omit<SurveyTokenClaims, 'id' | 'expires'>,
): { token: string; expiresAt: string } {
  const expires = Math.floor((Date.now() + TOKEN_LIFETIME) / SECOND);
  const content = Buffer.from(JSON.stringify({ id: randomUUID(), ...claims, expires })).toString('base64url');
  return {
    token: `${content}.${sign(key, content).toString('base64url')}`,
    expiresAt: new Date(expires * SECOND).toISOString(),
  };
}

function isSignedBy(keys: readonly string[], content: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  return keys.some((key) => {
    const expected = sign(key, content);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Returns a token's claims, or why it is refused.
 * @param keys the current key and, for as long as its tokens live, the one before
 */
export function readSurveyToken(keys: readonly string[], token: string): SurveyTokenClaims | 'invalid' | 'expired' {
  const [content = '', signature = '', ...rest] = token.split('.');
  if (token.length > MAX_LENGTH || rest.length > 0) return 'invalid';
  if (!isSignedBy(keys, content, signature)) return 'invalid';
  const claims = JSON.parse(Buffer.from(content, 'base64url').toString()) as SurveyTokenClaims;
  return claims.expires * SECOND > Date.now() ? claims : 'expired';
}

/**
 * What the API asks of the recorder: path -> purpose, which names the header with the signature. It is signed with the
 * body, so that a signature can't be mistaken for one of another purpose, nor for a token's, which signs base64url.
 */
const PURPOSES = { erasures: 'erasure', answers: 'answers', exports: 'export' } as const;
export type RecorderPath = keyof typeof PURPOSES;

const headerOf = (path: RecorderPath) => `${PURPOSES[path]}-signature`;
const signedText = (path: RecorderPath, body: string) => `${PURPOSES[path]}:${body}`;

/** Returns whether the API signed a request to the recorder with one of these keys. */
export function isFromApi(
  path: RecorderPath,
  keys: readonly string[],
  { headers, body }: { headers: IncomingHttpHeaders; body: string },
): boolean {
  const signature = headers[headerOf(path)];
  return typeof signature === 'string' && isSignedBy(keys, signedText(path, body), signature);
}

const TIMEOUT = 10 * SECOND;

/** A process of the survey recorder. */
export interface RecorderAddress {
  /** Ends in a slash. */
  url: string;
  /** Whether it is called within the hospital; otherwise where pages post surveys to. */
  isInternal: boolean;
  tls: InternalTls | undefined;
}

/** Posts a signed body to one of the survey recorder's processes. @throws if it can't be reached */
export async function postToRecorder(
  { url, isInternal, tls }: RecorderAddress,
  path: RecorderPath,
  key: string,
  body: string,
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    [headerOf(path)]: sign(key, signedText(path, body)).toString('base64url'),
  };
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT) };
  const address = new URL(path, url);
  if (!isInternal) return fetch(address, { ...init, redirect: 'error' });
  // So rare that the files are read each time, which also notices renewed ones.
  return fetchInternal(address, init, tls && (await readTls(tls.files, 'INTERNAL')));
}
