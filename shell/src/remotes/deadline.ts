import { RemoteFailure } from './failure.ts';
import { librariesHaveRun } from './libraries.ts';

/** Timeout for loading a remote (ms; docs/product-rules.md#constants). */
const LOAD_TIMEOUT_MS = 10_000;

/**
 * Time limit for loading one version of a remote, over all of its steps. It starts when the libraries have run,
 * because their loading time on a slow network is not the remote's fault.
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
    // There may be no race when the time is over.
    this.#late.catch(() => undefined);
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles as `work` does, or rejects with TIMEOUT if the time is over first. */
  race<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.#late]);
  }

  /** Stops the timer: the version has loaded or failed. */
  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
