type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413;

const CODES: Record<RefusalStatus, string> = {
  400: 'BAD_REQUEST',
  401: 'NOT_SIGNED',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
};

/** Thrown when a gateway refuses a team's request. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: RefusalStatus;
  readonly #code: string;

  /** @param code tells programs apart what the status doesn't */
  constructor(status: RefusalStatus, message: string, code = CODES[status]) {
    super(message);
    this.status = status;
    this.#code = code;
  }

  /** The response body. */
  get body() {
    return { error: { code: this.#code, message: this.message } };
  }
}
