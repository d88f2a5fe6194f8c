/** How long an API process that could not be reached is passed over, in milliseconds. */
const REST_MS = 2_000;

/** The API's processes, in turn. One that could not be reached rests for a moment, as long as another one is left. */
export class Upstreams {
  readonly #urls: readonly string[];
  readonly #restsUntil = new Map<string, number>();
  #turn = 0;

  /** @param urls at least one origin */
  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Who answers the next call. */
  next(): string {
    const now = performance.now();
    const ready = this.#urls.filter((url) => (this.#restsUntil.get(url) ?? 0) <= now);
    const candidates = ready.length > 0 ? ready : this.#urls;
    this.#turn += 1;
    return candidates[this.#turn % candidates.length] ?? '';
  }

  /** A call could not reach this one. */
  rest(url: string): void {
    this.#restsUntil.set(url, performance.now() + REST_MS);
  }
}
