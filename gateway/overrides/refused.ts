/** Why a link to a test version doesn't work. */
export type RefusalCode = 'INVALID' | 'FOREIGN' | 'EXPIRED' | 'UNREACHABLE' | 'OTHER_CONTENT' | 'NOT_ALLOWED';

const STATUS: Record<RefusalCode, number> = {
  INVALID: 403,
  FOREIGN: 403,
  EXPIRED: 410,
  UNREACHABLE: 502,
  OTHER_CONTENT: 409,
  NOT_ALLOWED: 409,
};

/** Thrown for a link to a test version that doesn't work. */
export class OverrideRefused extends Error {
  readonly code: RefusalCode;
  /** HTTP status of the response. */
  readonly status: number;

  constructor(code: RefusalCode, message: string = code) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
  }
}
