/**
 * Survey tokens. The API issues one to a session for an event that asks for a survey; the recorder checks it with the
 * same key, without calling the API. One token stands for one survey. It names neither the person nor the event.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
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

/** Headers with which the API signs what it asks of the recorder: erasures, answers for the FHIR server, and exports. */
export const ERASURE_HEADER = 'erasure-signature';
export const ANSWERS_HEADER = 'answers-signature';
export const EXPORT_HEADER = 'export-signature';

type Purpose = 'erasure' | 'answers' | 'export';

/** A signature for one purpose can't be mistaken for another's, nor for a token's, which signs base64url. */
const signFor = (purpose: Purpose) => (key: string, body: string) =>
  sign(key, `${purpose}:${body}`).toString('base64url');

/** Returns the signature of an erasure. */
export const signErasure = signFor('erasure');
/** Returns the signature of a request for answers. */
export const signAnswersRequest = signFor('answers');
/** Returns the signature of a request for a person's surveys. */
export const signExportRequest = signFor('export');

const isSignedFor = (purpose: Purpose) => (keys: readonly string[], body: string, signature: string) => {
  const given = Buffer.from(signature, 'base64url');
  return keys.some((key) => {
    const expected = sign(key, `${purpose}:${body}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};

/** Returns whether one of these keys signed an erasure. */
export const isSignedErasure = isSignedFor('erasure');
/** Returns whether one of these keys signed a request for answers. */
export const isSignedAnswersRequest = isSignedFor('answers');
/** Returns whether one of these keys signed a request for a person's surveys. */
export const isSignedExportRequest = isSignedFor('export');

/**
 * Returns a token's claims, or why it is refused.
 * @param keys the current key and, for as long as its tokens live, the one before
 */
export function readSurveyToken(keys: readonly string[], token: string): SurveyTokenClaims | 'invalid' | 'expired' {
  const [content = '', signature = '', ...rest] = token.split('.');
  if (token.length > MAX_LENGTH || rest.length > 0) return 'invalid';
  const given = Buffer.from(signature, 'base64url');
  const isSigned = keys.some((key) => {
    const expected = sign(key, content);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return 'invalid';
  const claims = JSON.parse(Buffer.from(content, 'base64url').toString()) as SurveyTokenClaims;
  return claims.expires * SECOND > Date.now() ? claims : 'expired';
}

const TIMEOUT = 10 * SECOND;

/**
 * Posts a signed body to one of the survey recorder's processes.
 * @param base its address, which ends in a slash
 * @param signature header and value
 * @throws if it can't be reached
 */
export const postToRecorder = (
  base: string,
  path: string,
  [header, signature]: readonly [header: string, signature: string],
  body: string,
): Promise<Response> =>
  fetch(new URL(path, base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: signature },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
