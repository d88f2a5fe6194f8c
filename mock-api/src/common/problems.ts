/**
 * Every error that the API can return: a stable code, its HTTP status, and a message in the catalogue
 * (`error.<code>`).
 */
import type { Params } from './i18n.ts';

const STATUS = {
  BAD_JSON: 400,
  BAD_REQUEST: 400,
  TOO_DEEP: 400,
  VALIDATION: 400,
  PASSWORD_COMMON: 400,
  UNAUTHENTICATED: 401,
  LOGIN_FAILED: 401,
  BARCODE_UNKNOWN: 401,
  PIN_WRONG: 403,
  PIN_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_WRONG: 403,
  SSO_REQUIRED: 403,
  PASSKEY_REFUSED: 403,
  STAFF_ONLY: 403,
  NOT_AN_EDITOR: 403,
  ACCOUNT_DENIED: 403,
  FEEDBACK_NOT_SHARED: 403,
  EMAIL_MISMATCH: 403,
  WRISTBAND_REQUIRED: 403,
  PHONE_CODE_WRONG: 403,
  PHONE_CHANGE_NOT_ALLOWED: 403,
  NAME_BY_STAFF: 403,
  EXPIRED: 403,
  EMAIL_NOT_VALIDATED: 403,
  UNDER_REVIEW: 403,
  NOT_YOURS: 403,
  CONFIRMATION_REQUIRED: 403,
  PASSWORD_WRONG: 403,
  RECIPIENT_NOT_ALLOWED: 403,
  COUNTRY_NOT_SERVED: 403,
  SIGNATURE_WRONG: 403,
  NOT_FOUND: 404,
  NOT_SHARED: 404,
  ROUTE_NOT_FOUND: 404,
  NOT_ACCEPTABLE: 406,
  PUSH_OFF: 404,
  ACCOUNT_EXISTS: 409,
  STORY_ORDER: 409,
  NOT_A_REQUEST: 409,
  ALREADY_ACCEPTED: 409,
  NO_PHONE: 409,
  AGREEMENT_OUTDATED: 409,
  OWN_INVITATION: 409,
  NO_WRISTBAND: 409,
  ALREADY_DECIDED: 409,
  STAFF_ACCOUNT: 409,
  NO_PASSKEY: 409,
  TOO_MANY_PASSKEYS: 409,
  RECORD_SERVER_OFF: 409,
  RECORD_LINKED: 409,
  RECORD_NOT_LINKED: 409,
  RECORD_PATIENT_CHANGED: 409,
  RECORD_LINKED_ELSEWHERE: 409,
  RECORD_PATIENT_DECEASED: 409,
  PIN_DEAD: 410,
  SECOND_FACTOR_DEAD: 410,
  LINK_DEAD: 410,
  PASSKEY_TOO_LATE: 410,
  SSO_EXPIRED: 410,
  TOO_LARGE: 413,
  WRONG_MEDIA_TYPE: 415,
  LOGIN_BLOCKED: 429,
  PIN_LOCKED: 429,
  PHONE_CODE_LOCKED: 429,
  SECOND_FACTOR_LOCKED: 429,
  TOO_MANY_CALLS: 429,
  TOO_MANY_EXPORTS: 429,
  TOO_MANY_NUMBERS: 429,
  TOO_MANY_TEXTS: 429,
  TOO_MANY_TEXTS_BY_ACCOUNT: 429,
  TOO_MANY_TEXTS_BY_ACCOUNT_TODAY: 429,
  TOO_MANY_TEXTS_TODAY: 429,
  TOO_MANY_PINS_TODAY: 429,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_SURVEY_TOKENS: 429,
  TOO_MANY_SIGN_UPS: 429,
  INTERNAL: 500,
  RECORD_SERVER_FAILED: 502,
  UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof STATUS;

interface ProblemDetails {
  params?: Params;
  fields?: Record<string, string>;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
}

/** An intended error. The error handler sends it in the reader's language. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code);
    this.name = 'ProblemError';
    this.code = code;
    this.status = STATUS[code];
    this.details = details;
  }
}
