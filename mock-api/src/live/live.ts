/**
 * The live part of one API process: numbers changes, hears of those of other processes, and brings them to the streams
 * that are open here. What listens here besides (push) hears of every change once it has its number.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyBaseLogger } from 'fastify';
import { now, SECOND } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import { BATCH, type Change, changesAfter, WRITTEN } from './changes.ts';
import { deliver } from './deliver.ts';
import { listenForChanges } from './listen.ts';
import { numberChanges, numbersNow } from './numbers.ts';
import type { OpenStream } from './open-stream.ts';
import { refusals } from './sessions.ts';
import { COMMENT_STEP, Streams } from './streams.ts';

/** What changes at about the same moment is numbered and read together, in milliseconds. */
const TOGETHER = 40;
/** While much changes, one look takes what came since the last: not sooner than so long after it, in milliseconds. */
export const APART = 150;
/** How often a process looks by itself: for what a killed one has left, and for notifications that were lost. */
const LOOK = 2 * SECOND;
/** What was written down longer ago is committed, or never will be. */
const COMMITTED = 10 * SECOND;

export type ChangesListener = (changes: readonly Change[]) => void;

export class Live {
  readonly streams: Streams;
  readonly #database: Database<Tables>;
  readonly #url: string | undefined;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #listeners = new Set<ChangesListener>();
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;
  /** The last number that this process has brought to its streams. */
  #position = 0;
  #soon: NodeJS.Timeout | undefined;
  /** When this process last looked for changes: milliseconds since it began. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #work: Promise<void> = Promise.resolve();
  /** When this process last wrote changes down: milliseconds since 1970. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** Something was written since numbers were last given. */
  #mayBeUnnumbered = false;
  #isClosed = false;

  constructor(database: Database<Tables>, config: Config, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#url = config.database.url;
    this.#log = log;
    this.streams = new Streams(config.limits.streamsPerSession);
  }

  /** The last number that streams opened from now on need not be told. */
  get position(): number {
    return this.#position;
  }

  /** Begins at what is known now. The database has to be up to date. */
  async start(): Promise<void> {
    await numberChanges(this.#database);
    this.#position = (await numbersNow(this.#database.db)).last;
    if (this.#url) this.#stopListening = listenForChanges(this.#url, () => this.#wakeIn(0), this.warn);
    subscribe(WRITTEN, this.#noteWritten);
    this.#timers.push(setInterval(() => this.wake(), LOOK));
    this.#timers.push(setInterval(() => void this.#comment().catch(this.warn), COMMENT_STEP));
  }

  /** A call has been answered: what it wrote down is committed by now, and looked for in a moment. */
  afterCall(): void {
    if (Date.now() - this.#writtenAt < COMMITTED) this.wake();
  }

  #noteWritten = (): void => {
    this.#writtenAt = Date.now();
  };

  /** Something may have changed: it is looked for in a moment. */
  wake(): void {
    this.#mayBeUnnumbered = true;
    this.#wakeIn(TOGETHER);
  }

  /** There are changes that this process has not brought yet. @param pause for what comes along with them, in milliseconds */
  #wakeIn(pause: number): void {
    if (this.#soon || this.#isClosed) return;
    const rest = this.#lookedAt + APART - performance.now();
    this.#soon = setTimeout(
      () => {
        this.#soon = undefined;
        this.#lookedAt = performance.now();
        this.#work = this.#work.then(() => this.#bring()).catch(this.warn);
      },
      Math.max(pause, rest),
    );
  }

  /**
   * Calls `listener` with changes that have just got their numbers, in every process and in order; what was numbered while
   * no process ran is in the table alone. Returns what ends it.
   */
  onChanges(listener: ChangesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether a person has a stream open at this process. Who asks for all processes claims the delivery instead. */
  hasStream(person: string): boolean {
    return this.streams.of(person).some(({ isOpen }) => isOpen);
  }

  /** Logs what went wrong without its words: they may quote data. */
  warn = (error: Error): void => {
    if (!this.#isClosed) this.#log.warn({ name: error.name, at: now() }, 'live: to be tried again');
  };

  async #bring(): Promise<void> {
    if (this.#isClosed) return;
    const { db } = this.#database;
    const mayBeUnnumbered = this.#mayBeUnnumbered;
    this.#mayBeUnnumbered = false;
    if (mayBeUnnumbered) await numberChanges(this.#database);
    for (let isMore = true; isMore; ) {
      const changes = await changesAfter(db, this.#position, Number.MAX_SAFE_INTEGER);
      const newest = changes.at(-1);
      if (newest) await this.#hand(changes, newest.id);
      isMore = changes.length === BATCH;
    }
  }

  /** Streams that open meanwhile get these from their replay. */
  async #hand(changes: readonly Change[], newest: number): Promise<void> {
    const before = this.#position;
    this.#position = newest;
    try {
      await deliver(this.#database.db, this.streams, changes, this.warn);
    } catch (error) {
      this.#position = before;
      throw error;
    }
    for (const listener of this.#listeners) listener(changes);
  }

  /** Comments keep connections open; a session that has run out is found on the way. */
  async #comment(): Promise<void> {
    const due = this.streams.due();
    const refused = await refusals(this.#database.db, [...new Set(due.map(({ tokenHash }) => tokenHash))]);
    for (const stream of due) this.#keepOrEnd(stream, refused);
  }

  #keepOrEnd(stream: OpenStream, refused: Awaited<ReturnType<typeof refusals>>): void {
    const reason = refused.get(stream.tokenHash);
    if (reason) this.streams.refuse(stream, reason);
    else stream.comment();
  }

  /** Ends every stream: their readers go on at another process. To be called before the server closes. */
  endStreams(): void {
    this.#isClosed = true;
    unsubscribe(WRITTEN, this.#noteWritten);
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#soon);
    this.streams.endAll();
  }

  async close(): Promise<void> {
    this.endStreams();
    await this.#stopListening?.();
    await this.#work;
  }
}
