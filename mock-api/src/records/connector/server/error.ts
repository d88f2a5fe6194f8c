/** Why the hospital's server could not be read. */
import type { RecordFailure } from '../../../contract.ts';

export class FhirError extends Error {
  readonly reason: RecordFailure;
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfter: number;

  /** The message is a fixed sentence: addresses hold ids of the hospital, and must not reach a log. */
  constructor(reason: RecordFailure, { status, retryAfter = 0 }: { status?: number; retryAfter?: number } = {}) {
    super(`the FHIR server could not be read: ${reason}${status === undefined ? '' : ` (${status})`}`);
    this.name = 'FhirError';
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const REASONS: ReadonlyMap<number, RecordFailure> = new Map([
  [401, 'refused'],
  [403, 'refused'],
  [408, 'busy'],
  [429, 'busy'],
]);

/** Returns what a response means that is no success. */
export function errorOf({ status, headers }: Response): FhirError {
  const reason = REASONS.get(status) ?? (status >= 500 ? 'unreachable' : 'unusable');
  return new FhirError(reason, { status, retryAfter: retryAfterOf(headers.get('retry-after')) });
}

/** Returns whether the same request may succeed later. */
export const isTemporary = ({ reason }: FhirError): boolean => reason === 'busy' || reason === 'unreachable';

/** Returns the milliseconds that a `Retry-After` header asks to wait: seconds or a date; 0 if it is neither. */
export function retryAfterOf(header: string | null): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  return Math.max(0, (Date.parse(header) || 0) - Date.now());
}
