/** How often each process is asked whether it is ready, and how long it may take to say so, in milliseconds. */
const LOOK_MS = 500;
const ANSWER_MS = 2_000;

/** `out`: it refuses connections, does not answer, or says that it is about to stop. */
export type Standing = 'ok' | 'out';

/** Whether the process at an origin takes calls. */
export type Ask = (origin: string) => Promise<boolean>;

/** Asks a process at `/readyz`. One of an earlier release has no such address, and is well all the same. */
const askReady: Ask = async (origin) => {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await answer.body?.cancel();
  return answer.status < 500;
};

/**
 * The processes that answer a kind of call. Who is well is found out apart from the calls: by asking each of them, and at
 * once when one could not be reached.
 */
export class Upstreams {
  readonly #origins: readonly string[];
  readonly #ask: Ask;
  readonly #out = new Set<string>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  /** @param origins at least one */
  constructor(origins: readonly string[], ask: Ask = askReady) {
    this.#origins = origins;
    this.#ask = ask;
  }

  /** Whom to ask for the next call, one after the other: those that are well in turn, then the others. */
  order(): string[] {
    const well = this.#origins.filter((origin) => !this.#out.has(origin));
    const first = well.length === 0 ? 0 : this.#turn++ % well.length;
    return [...well.slice(first), ...well.slice(0, first), ...this.#out];
  }

  /** Takes one out of the turn until it says that it is ready. */
  fail(origin: string): void {
    this.#out.add(origin);
  }

  /** How each stands, in the order of the settings. */
  list(): { url: string; status: Standing }[] {
    return this.#origins.map((url) => ({ url, status: this.#out.has(url) ? 'out' : 'ok' }));
  }

  /** Looks regularly, until it is stopped. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Asks all of them now. One look at a time. */
  look(): Promise<void> {
    this.#looking ??= Promise.all(this.#origins.map((origin) => this.#lookAt(origin)))
      .then(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #lookAt(origin: string): Promise<void> {
    // Refused, silent or cut off: whichever it is, it takes no calls.
    const ready = await this.#ask(origin).catch(() => false);
    if (ready) this.#out.delete(origin);
    else this.#out.add(origin);
  }
}
