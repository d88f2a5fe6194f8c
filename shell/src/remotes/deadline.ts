import { RemoteFailure } from './failure.ts';
import { librariesHaveRun } from './libraries.ts';

/** A remote that has not come by then counts as failed, in milliseconds (docs/product-rules.md#constants). */
const LOAD_TIMEOUT_MS = 10_000;

/**
 * The time limit of one version of a remote, over all of its steps. It runs from when the libraries have run: how long those take on
 * a slow network is not the remote's to answer for.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #late: Promise<never>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(remote: string) {
    const late = new RemoteFailure('TIMEOUT', remote, `did not come within ${LOAD_TIMEOUT_MS / 1000} s`);
    this.#late = new Promise((_resolve, reject) => {
      const giveUp = () => {
        reject(late);
        this.#controller.abort();
      };
      void librariesHaveRun().then(() => {
        if (!this.#isOver) this.#timer = setTimeout(giveUp, LOAD_TIMEOUT_MS);
      });
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
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
