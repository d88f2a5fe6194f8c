import { isObject } from '../../contract/schema/check.ts';

/**
 * Why a call failed. `rejected`: the server refused it (4xx). `unavailable`: the server failed (5xx) or its response
 * made no sense. `unreachable`: the request never got through (offline, timed out).
 */
type FailureKind = 'rejected' | 'unavailable' | 'unreachable';

/** A failed call. `message` is the server's own message, already in the person's language, or empty. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  constructor(kind: FailureKind, status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/**
 * Writes an unexpected error to the console. A failed call is expected: its screen shows it, and the browser's network
 * panel has the details.
 */
export function logUnexpected(what: string, error: unknown): void {
  if (!(error instanceof ApiFailure)) console.info(what, error);
}

/** Statuses of a server that is up but can't reach its database or another process. */
const OUTAGE_STATUSES = [503, 504];

/** Returns whether the hospital responded that it can't reach its data. */
export const isHospitalOut = (error: unknown): boolean =>
  error instanceof ApiFailure && OUTAGE_STATUSES.includes(error.status);

/** Returns whether a call failed because the server or its data could not be reached. */
export const isUnreachable = (error: unknown): boolean =>
  isHospitalOut(error) || (error instanceof ApiFailure && error.kind === 'unreachable');

/** When a retry makes sense, by failure. Separate, so that the type of `ApiFailure` stays the same. */
const retryTimes = new WeakMap<object, number>();

/** Returns when the server accepts another attempt (ms since 1970); undefined if it didn't say. */
export const retryTimeOf = (error: unknown): number | undefined =>
  error instanceof ApiFailure ? retryTimes.get(error) : undefined;

/**
 * Returns the failure in the body of an error response: `{error: {code, message, fields?}}`.
 * @param retryAfter value of the header `Retry-After`, in seconds
 */
export function failureOf(status: number, body: unknown, retryAfter: string | null = null): ApiFailure {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const fields = isObject(error.fields) ? (error.fields as Record<string, string>) : {};
  const kind = status >= 500 ? 'unavailable' : 'rejected';
  const code = String(error.code ?? `HTTP_${status}`);
  const failure = new ApiFailure(kind, status, code, String(error.message ?? ''), fields);
  const waitS = Number(retryAfter);
  if (waitS > 0) retryTimes.set(failure, Date.now() + waitS * 1000);
  return failure;
}
