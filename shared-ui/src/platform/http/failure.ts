import { isObject } from '../../contract/check.ts';

/**
 * Why a call gave no answer. `rejected`: the server said no (4xx). `unavailable`: the server failed (5xx) or its answer
 * made no sense. `unreachable`: the call never got through (offline, timed out).
 */
export type FailureKind = 'rejected' | 'unavailable' | 'unreachable';

/** A call that failed. `message` is the server's own sentence, already in the person's language, or empty. */
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

/** Answers of a server that is there and says that what it asks in turn is not: its database, or another process. */
const OUT_FOR_A_WHILE = [503, 504];

/** Whether the hospital answered, and said that it can't reach its data just now. */
export const isHospitalOut = (error: unknown): boolean =>
  error instanceof ApiFailure && OUT_FOR_A_WHILE.includes(error.status);

/** The failure in an error answer's body: `{error: {code, message, fields?}}`. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const fields = isObject(error.fields) ? (error.fields as Record<string, string>) : {};
  const kind = status >= 500 ? 'unavailable' : 'rejected';
  return new ApiFailure(kind, status, String(error.code ?? `HTTP_${status}`), String(error.message ?? ''), fields);
}
