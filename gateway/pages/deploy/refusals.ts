/** Why the page refuses a request, and the status of the response. */
const STATUS = {
  SIGN_IN: 401,
  // Links that open no session.
  INVALID: 400,
  UNKNOWN_KEY: 403,
  OTHER_GATEWAY: 403,
  EXPIRED: 410,
  USED: 410,
  // Actions.
  CHANGED: 409,
  RULES: 409,
  TEAM: 403,
  FORM: 403,
  REASON: 400,
  SHARE: 400,
  UNKNOWN: 404,
  REGISTRY: 503,
} as const;

export type RefusalKind = keyof typeof STATUS;

/** Thrown to answer with a page that says why something was refused; nothing was changed. */
export class PageError extends Error {
  readonly kind: RefusalKind;
  readonly status: number;
  /** Detail for the reader, in English. */
  readonly reason: string | undefined;

  constructor(kind: RefusalKind, reason?: string) {
    super(kind);
    this.kind = kind;
    this.status = STATUS[kind];
    this.reason = reason;
  }
}
