import { RemoteFailure } from './failure.ts';

/** A remote that has not come by then counts as failed, in milliseconds (docs/product-rules.md#constants). */
const LOAD_TIMEOUT_MS = 10_000;

/** The time limit of one version of a remote, over all of its steps. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #late: Promise<never>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(remote: string) {
    const late = new RemoteFailure('TIMEOUT', remote, `did not come within ${LOAD_TIMEOUT_MS / 1000} s`);
    this.#late = new Promise((_resolve, reject) => {
      this.#timer = setTimeout(() => {
        reject(late);
        this.#controller.abort();
      }, LOAD_TIMEOUT_MS);
    });
    // Nothing may be racing when the time is over.
    this.#late.catch(() => undefined);
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves as `work` does, and rejects with TIMEOUT when the time is over before. */
  race<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.#late]);
  }

  /** The version has come, or has failed. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
