/** The API's background jobs: what they have in common, and how they run with the server. */
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** What jobs log: ids and reasons, never content or recipients. */
export interface JobLog {
  warn(facts: Record<string, string | number>, message: string): void;
}

/** Returns what may be logged of an error, whose message may quote data. */
export const nameOfError = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

interface Options {
  log: JobLog;
  /** Milliseconds between two polls: they find what other processes have queued, or left. */
  interval: number;
  /** The line that is logged when the work fails. */
  failure: string;
  /** Pieces of work that this process does at a time. */
  maxWorkers?: number;
  /** Delay of the work after `kick`, in milliseconds. */
  delay?: number;
  /** Whether the first poll is at the start, not after the first interval. */
  isEager?: boolean;
}

/** A job that repeats: at an interval, and when it is kicked. */
export abstract class PollingJob {
  protected readonly log: JobLog;
  readonly #options: Options;
  readonly #closing = new AbortController();
  readonly #workers = new Set<Promise<void>>();
  /** Workers that will notice a kick. */
  #active = 0;
  #kicks = 0;
  #timer: NodeJS.Timeout | undefined;
  #delayed: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.log = options.log;
  }

  /** Aborted when the job is to stop. */
  protected get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Does one piece of work. Returns whether there may be more. */
  protected abstract next(): Promise<boolean>;

  /** Logs that the work failed; it is tried again at the next poll. */
  protected report(error: unknown): void {
    this.log.warn({ reason: nameOfError(error) }, this.#options.failure);
  }

  start(): void | Promise<void> {
    this.#timer = setInterval(() => this.poll(), this.#options.interval);
    if (this.#options.isEager) this.poll();
  }

  /** Does in the background what is due. */
  kick(): void {
    const { delay } = this.#options;
    if (delay === undefined) this.#work();
    else if (!this.closing.aborted) this.#delayed ??= setTimeout(() => this.#work(), delay);
  }

  /** Resolves when everything that is due has been tried. */
  async settled(): Promise<void> {
    this.#work();
    await Promise.all(this.#workers);
  }

  /** Aborts or waits for work in progress; the rest is left to another process or the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#delayed);
    this.#closing.abort();
    await Promise.all(this.#workers);
  }

  protected poll(): void {
    if (this.#active < (this.#options.maxWorkers ?? 1)) this.kick();
  }

  #work(): void {
    clearTimeout(this.#delayed);
    this.#delayed = undefined;
    if (this.closing.aborted) return;
    this.#kicks += 1;
    if (this.#active >= (this.#options.maxWorkers ?? 1)) return;
    this.#active += 1;
    const worker = this.#drain().finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** Works until nothing is due, including what became due meanwhile. */
  async #drain(): Promise<void> {
    for (let kicks = -1; kicks !== this.#kicks && !this.closing.aborted; ) {
      kicks = this.#kicks;
      try {
        while (!this.closing.aborted && (await this.next()));
      } catch (error) {
        this.report(error);
      }
    }
    this.#active -= 1;
  }
}

/** Claims the first of what is due that no other process claims meanwhile. Returns undefined if nothing is due. */
export async function claimFirst<Due, Row>(
  findDue: () => Promise<readonly Due[]>,
  claim: (due: Due) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  for (;;) {
    const due = await findDue();
    if (due.length === 0) return undefined;
    for (const row of due) {
      const claimed = await claim(row);
      if (claimed) return claimed;
    }
  }
}

interface Job {
  start(): void | Promise<void>;
  close(): Promise<void>;
  measure?(registry: Registry): void;
}

/** Runs a job with the server: adds its metrics, starts it, and closes it before those that were started earlier. */
export async function runJob<Running extends Job>(app: FastifyInstance, job: Running): Promise<Running> {
  app.addHook('onClose', () => job.close());
  job.measure?.(app.metrics);
  await job.start();
  return job;
}
