import { type Call, type CallResponse, type Connections, isRepeatable, NoAnswer } from './call.ts';

/** Interval and timeout of the readiness checks, in milliseconds. */
const POLL_INTERVAL_MS = 500;
const RESPONSE_TIMEOUT_MS = 2_000;

/** `out`: it refuses connections, does not respond, or reports that it is about to stop. */
type UpstreamStatus = 'ok' | 'out';

/** Resolves with whether the process at an origin accepts calls. */
type CheckReady = (origin: string) => Promise<boolean>;

/** Checks `/readyz`. A process of an earlier release doesn't have this endpoint; its 404 counts as ready. */
const fetchReadiness: CheckReady = async (origin) => {
  const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status < 500;
};

/**
 * The processes that serve one kind of call. Their health is polled independently of traffic; one that fails a call is
 * taken out of rotation immediately.
 */
export class Upstreams {
  readonly #origins: readonly string[];
  readonly #checkReady: CheckReady;
  readonly #unreachable = new Set<string>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  /** @param origins at least one */
  constructor(origins: readonly string[], ask: CheckReady = fetchReadiness) {
    this.#origins = origins;
    this.#checkReady = ask;
  }

  /** Returns the order in which to try processes for the next call: healthy ones in rotation, then the others. */
  order(): string[] {
    const healthy = this.#origins.filter((origin) => !this.#unreachable.has(origin));
    const first = healthy.length === 0 ? 0 : this.#turn++ % healthy.length;
    return [...healthy.slice(first), ...healthy.slice(0, first), ...this.#unreachable];
  }

  /** Takes a process out of rotation until it is ready again. */
  fail(origin: string): void {
    this.#unreachable.add(origin);
  }

  /** Returns the status of each process, in the order of the settings. */
  list(): { url: string; status: UpstreamStatus }[] {
    return this.#origins.map((url) => ({ url, status: this.#unreachable.has(url) ? 'out' : 'ok' }));
  }

  /** Polls regularly until stopped. */
  start(): void {
    this.#timer = setInterval(() => void this.poll(), POLL_INTERVAL_MS).unref();
    void this.poll();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Polls all processes now. Concurrent calls share one poll. */
  poll(): Promise<void> {
    this.#polling ??= Promise.all(this.#origins.map((origin) => this.#check(origin)))
      .then(() => undefined)
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  async #check(origin: string): Promise<void> {
    // Refused, timed out or cut off: the process accepts no calls.
    const ready = await this.#checkReady(origin).catch(() => false);
    if (ready) this.#unreachable.delete(origin);
    else this.#unreachable.add(origin);
  }
}

/**
 * Sends a call to one of several processes. If one is unreachable, tries the next immediately. If a connection breaks
 * off before the response, does so only for a repeatable call: otherwise the client decides whether to retry.
 * @throws NoAnswer when none responds
 */
export async function sendToOne(connections: Connections, upstreams: Upstreams, call: Call): Promise<CallResponse> {
  let last: unknown;
  for (const origin of upstreams.order()) {
    try {
      return await connections.send(origin, call);
    } catch (error) {
      // The process accepted the call and has not responded: it is alive, and another one would be as slow.
      if (!(error instanceof NoAnswer) || error.late) throw error;
      upstreams.fail(origin);
      last = error;
      if (!error.unsent && !isRepeatable(call)) break;
    }
  }
  throw last;
}
