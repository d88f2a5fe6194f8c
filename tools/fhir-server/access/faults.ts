/** Faults that a FHIR server may have, for tests: each happens to every n-th request. */
export interface Fault {
  /**
   * `busy` 429, `unavailable` 503, `cut`: the request is carried out and the connection ends in the middle of the
   * response.
   */
  kind: 'busy' | 'unavailable' | 'cut';
  /** Happens to every n-th request. */
  every: number;
  /** Retry-After of `busy` and `unavailable`: seconds (default 1), or a date that is this many seconds ahead. */
  retryAfter?: number | { date: number };
}

/** A fault that happens now. */
export interface DueFault {
  kind: Fault['kind'];
  retryAfter: string;
}

const headerOf = ({ retryAfter = 1 }: Fault): string =>
  typeof retryAfter === 'number' ? String(retryAfter) : new Date(Date.now() + retryAfter.date * 1_000).toUTCString();

export class Faults {
  #faults: readonly Fault[] = [];
  #requests = 0;

  set(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#requests = 0;
  }

  /** Counts a request. Returns the fault that it meets. */
  next(): DueFault | undefined {
    this.#requests += 1;
    const due = this.#faults.find(({ every }) => this.#requests % every === 0);
    return due && { kind: due.kind, retryAfter: headerOf(due) };
  }
}
