/**
 * The live part of one API process: numbers changes, receives those of other processes, and delivers them to the
 * streams that are open here. Other listeners in this process (push) receive every change once it has its number.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { now, SECOND } from '../common/clock.ts';
import { addGauge } from '../common/metrics.ts';
import { runJob } from '../common/polling-job.ts';
import type { Config } from '../config/config.ts';
import { listenTo } from '../db/listen.ts';
import type { Database } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import {
  BATCH,
  CHANGES_CHANNEL,
  CHANGES_RECORDED,
  type Change,
  changesAfter,
  currentNumbers,
  numberChanges,
} from '../repositories/changes.ts';
import { deliver } from './deliver.ts';
import type { OpenStream } from './open-stream.ts';
import { refusals, SLOT_DURATION, Streams } from './streams.ts';

/** Window within which changes are numbered and read together, in milliseconds. */
const BATCH_WINDOW = 40;
/** Minimum interval between two reads while much is changing, in milliseconds. */
const MIN_READ_INTERVAL = 150;
/** Poll interval: finds changes of a killed process, and changes whose notification was lost. */
const POLL_INTERVAL = 2 * SECOND;
/** Changes recorded longer ago than this are committed, or never will be. */
const COMMIT_WINDOW = 10 * SECOND;

type ChangesListener = (changes: readonly Change[]) => void;

class Live {
  readonly streams: Streams;
  readonly #database: Database<Tables>;
  readonly #url: string | undefined;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #listeners = new Set<ChangesListener>();
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;
  /** The last number that this process has delivered to its streams. */
  #position = 0;
  #nextRead: NodeJS.Timeout | undefined;
  /** When this process last read changes: milliseconds since it started. */
  #readAt = Number.NEGATIVE_INFINITY;
  #work: Promise<void> = Promise.resolve();
  /** When this process last recorded changes: milliseconds since 1970. */
  #recordedAt = Number.NEGATIVE_INFINITY;
  /** Whether changes may have been recorded since numbers were last assigned. */
  #mayBeUnnumbered = false;
  #isClosed = false;

  constructor(database: Database<Tables>, config: Config, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#url = config.database.url;
    this.#log = log;
    this.streams = new Streams(config.limits.streamsPerSession);
  }

  /** Number after which streams opened from now on continue. */
  get position(): number {
    return this.#position;
  }

  /** Starts at the current last number. The database must be migrated. */
  async start(): Promise<void> {
    await numberChanges(this.#database);
    this.#position = (await currentNumbers(this.#database.db)).last;
    const listener = { onNotification: () => this.#wakeIn(0), onLost: this.warn };
    if (this.#url) this.#stopListening = listenTo(CHANGES_CHANNEL, { url: this.#url, ...listener });
    subscribe(CHANGES_RECORDED, this.#noteRecorded);
    this.#timers.push(setInterval(() => this.wake(), POLL_INTERVAL));
    this.#timers.push(setInterval(() => void this.#comment().catch(this.warn), SLOT_DURATION));
  }

  /** To be called after a response: the changes of its request are committed by now, and are read shortly. */
  afterRequest(): void {
    if (Date.now() - this.#recordedAt < COMMIT_WINDOW) this.wake();
  }

  #noteRecorded = (): void => {
    this.#recordedAt = Date.now();
  };

  /** Schedules a read, because something may have changed. */
  wake(): void {
    this.#mayBeUnnumbered = true;
    this.#wakeIn(BATCH_WINDOW);
  }

  /**
   * Schedules the delivery of changes that this process has not delivered yet.
   * @param pause how long to wait for more of them, in milliseconds
   */
  #wakeIn(pause: number): void {
    if (this.#nextRead || this.#isClosed) return;
    const untilNextRead = this.#readAt + MIN_READ_INTERVAL - performance.now();
    this.#nextRead = setTimeout(
      () => {
        this.#nextRead = undefined;
        this.#readAt = performance.now();
        this.#work = this.#work.then(() => this.#deliverNew()).catch(this.warn);
      },
      Math.max(pause, untilNextRead),
    );
  }

  /**
   * Calls `listener` with changes that have just been numbered, in every process and in order; what was numbered while
   * no process ran is only in the table. Returns a function that stops it.
   */
  onChanges(listener: ChangesListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns whether a person has a stream open in this process. To ask for all processes, claim the delivery instead.
   */
  hasStream(person: string): boolean {
    return this.streams.of(person).some(({ isOpen }) => isOpen);
  }

  measure(registry: Registry): void {
    const help = 'Event streams that are open in this process.';
    addGauge(registry, { name: 'lodestar_streams_open', help }, (gauge) => gauge.set(this.streams.size));
  }

  /** Logs an error without its message, which may quote data. */
  warn = (error: Error): void => {
    if (!this.#isClosed) this.#log.warn({ name: error.name, at: now() }, 'stream update failed, will be retried');
  };

  async #deliverNew(): Promise<void> {
    if (this.#isClosed) return;
    const { db } = this.#database;
    const mayBeUnnumbered = this.#mayBeUnnumbered;
    this.#mayBeUnnumbered = false;
    if (mayBeUnnumbered) await numberChanges(this.#database);
    for (let isMore = true; isMore; ) {
      const changes = await changesAfter(db, this.#position, Number.MAX_SAFE_INTEGER);
      const newest = changes.at(-1);
      if (newest) await this.#deliverBatch(changes, newest.id);
      isMore = changes.length === BATCH;
    }
  }

  /** Streams that open meanwhile get these changes from their replay. */
  async #deliverBatch(changes: readonly Change[], newest: number): Promise<void> {
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

  /** Writes comments to keep connections open, and ends streams whose session has expired. */
  async #comment(): Promise<void> {
    const due = this.streams.due();
    await this.#commentOn(due.filter(({ recheck }) => recheck === undefined));
    await Promise.all(due.map((stream) => stream.recheck && this.#recheck(stream, stream.recheck)));
  }

  /** Ends a stream without a reason while its session can't be checked: its client reconnects and gets the reason. */
  async #recheck(stream: OpenStream, recheck: () => Promise<boolean>): Promise<void> {
    if (await recheck()) return this.#commentOn([stream]);
    this.streams.remove(stream);
    stream.end();
  }

  async #commentOn(due: readonly OpenStream[]): Promise<void> {
    const refused = await refusals(this.#database.db, [...new Set(due.map(({ tokenHash }) => tokenHash))]);
    for (const stream of due) {
      const reason = refused.get(stream.tokenHash);
      if (reason) this.streams.refuse(stream, reason);
      else stream.comment();
    }
  }

  /** Ends every stream: clients reconnect to another process. Must be called before the server closes. */
  endStreams(): void {
    this.#isClosed = true;
    unsubscribe(CHANGES_RECORDED, this.#noteRecorded);
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#nextRead);
    this.streams.endAll();
  }

  async close(): Promise<void> {
    this.endStreams();
    await this.#stopListening?.();
    await this.#work;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    live: Live;
  }
}

export const live = fastifyPlugin(async (app: FastifyInstance) => {
  const job = await runJob(app, new Live(app.database, app.config, app.log));
  app.decorate('live', job);
  // By now the changes of the request are committed.
  app.addHook('onResponse', async () => job.afterRequest());
  app.addHook('preClose', async () => job.endStreams());
});
