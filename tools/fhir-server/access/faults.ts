/** Faults that a FHIR server may have, for tests: each happens to every n-th request. */
export interface Fault {
  /**
   * `busy` 429, `unavailable` 503, `cut`: the request is carried out and the connection ends before or in the
   * middle of the response.
   */
  kind: 'busy' | 'unavailable' | 'cut';
  /** Happens to every n-th request. */
  every: number;
  /** Only to requests with this method, of which every n-th is counted. */
  method?: string;
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
  #counts: number[] = [];

  set(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#counts = faults.map(() => 0);
  }

  /** Counts a request. Returns the fault that it meets. */
  next(method: string): DueFault | undefined {
    const counted = this.#faults.map((fault) => fault.method === undefined || fault.method === method);
    this.#counts = this.#counts.map((count, index) => count + (counted[index] ? 1 : 0));
    const due = this.#faults.find(({ every }, index) => counted[index] && (this.#counts[index] ?? 0) % every === 0);
    return due && { kind: due.kind, retryAfter: headerOf(due) };
  }
}
