/**
 * Applies messages: each sender's in the order of their arrival, by one process at a time, and those of several senders
 * side by side. A message and what it changes are one transaction, so that a killed process leaves it to the next.
 */
import { sql } from 'kysely';
import { SECOND } from '../common/clock.ts';
import { type JobLog, nameOfError, PollingJob } from '../common/polling-job.ts';
import type { FeedState } from '../contract.ts';
import { listenTo } from '../db/listen.ts';
import { type Database, isOutage } from '../db/open.ts';
import type { Tables, Trx } from '../db/schema.ts';
import { lockPeople, tryOrder } from '../repositories/feed/locks.ts';
import {
  FEED_CHANNEL,
  type FeedRow,
  findNext,
  hasEarlierAside,
  listWaitingSenders,
  namePeople,
  retryAsideOf,
  settle,
} from '../repositories/feed/messages.ts';
import { readText } from '../repositories/feed/raw.ts';
import type { Apply, StoredMessage } from './apply/apply.ts';
import type { Outcome } from './apply/outcome.ts';
import { isReadable, readMessage } from './message.ts';
import { peopleOf } from './people.ts';

/** Notifications wake the worker; polls find what a killed process has left. */
const POLL = 2 * SECOND;
/**
 * Delay after a notification, in milliseconds. The process that stored a message applies it at once: others would only
 * ask for locks that it holds, once for each message.
 */
const NOTIFIED = 100;
/** Senders whose messages one process applies side by side. */
const MAX_WORKERS = 4;

const isAdt = (type: string) => type.startsWith('ADT^');

/** Failures that another attempt can mend: PostgreSQL's deadlocks and conflicts, and SQLite's lock. */
const isPassing = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof Error &&
    (/database is (locked|busy)/.test(error.message) ||
      ('code' in error && /^(40...|55P03)$/.test(String(error.code)))));

export interface WorkerOptions {
  database: Database<Tables>;
  /** Address of the database, to listen to; undefined for SQLite. */
  url: string | undefined;
  storageKeys: readonly string[];
  identifierType: string;
  log: JobLog;
  apply: Apply;
  /** Called after the commit, with the message's type and what became of it. */
  onSettled(type: string, state: FeedState): void;
}

export class FeedWorker extends PollingJob {
  readonly #options: WorkerOptions;
  readonly #apply: Apply;
  /** Senders whose messages this process applies right now. */
  readonly #busy = new Set<string>();
  #stopListening: (() => Promise<void>) | undefined;
  #notified: NodeJS.Timeout | undefined;

  constructor(options: WorkerOptions) {
    const { log } = options;
    super({ log, interval: POLL, failure: 'feed could not be applied', maxWorkers: MAX_WORKERS, isEager: true });
    this.#options = options;
    this.#apply = options.apply;
  }

  override start(): void | Promise<void> {
    const { url } = this.#options;
    const listener = { onNotification: () => this.#kickLater(), onLost: (error: Error) => this.report(error) };
    if (url !== undefined) this.#stopListening = listenTo(FEED_CHANNEL, { url, ...listener });
    return super.start();
  }

  override async close(): Promise<void> {
    await this.#stopListening?.();
    clearTimeout(this.#notified);
    await super.close();
  }

  #kickLater(): void {
    this.#notified ??= setTimeout(() => {
      this.#notified = undefined;
      this.kick();
    }, NOTIFIED);
  }

  /** Applies the next message of a sender that no one else works for. */
  protected async next(): Promise<boolean> {
    for (const sender of await listWaitingSenders(this.#options.database.db)) {
      if (this.#busy.has(sender)) continue;
      this.#busy.add(sender);
      try {
        if (await this.#advance(sender)) return true;
      } finally {
        this.#busy.delete(sender);
      }
    }
    return false;
  }

  /**
   * Applies a sender's messages until none is left. Returns false if another process works for this sender: that one
   * looks again when it is done.
   */
  async #advance(sender: string): Promise<boolean> {
    while (!this.closing.aborted) {
      const done = await this.#step(sender);
      if (done === 'locked') return false;
      if (done === 'none') return true;
      this.#options.onSettled(done.type, done.state);
    }
    return true;
  }

  #step(sender: string): Promise<'locked' | 'none' | { type: string; state: FeedState }> {
    const { db, engine } = this.#options.database;
    return db.transaction().execute(async (trx) => {
      if (!(await tryOrder(trx, engine, sender))) return 'locked';
      const row = await findNext(trx, sender);
      if (!row) return 'none';
      const outcome = await this.#settle(trx, row);
      return { type: row.type, state: outcome.state };
    });
  }

  async #settle(trx: Trx, row: FeedRow): Promise<Outcome> {
    const { storageKeys, identifierType, database } = this.#options;
    const text = readText(storageKeys, row.raw);
    const message = text === null ? undefined : readMessage(text);
    const read = message && isReadable(message) ? message : undefined;
    const people = read ? peopleOf(read.message, identifierType) : [];
    await lockPeople(trx, database.engine, people);
    await namePeople(trx, row.id, people);
    const outcome: Outcome = read
      ? await this.#decide(trx, row, { ...read, id: row.id, receivedAt: row.received_at }, people)
      : { state: 'aside', reason: 'unreadable' };
    await settle(trx, row.id, {
      state: outcome.state,
      reason: outcome.state === 'aside' ? outcome.reason : null,
      user_id: outcome.state === 'unused' ? null : (outcome.userId ?? null),
      stay: outcome.state === 'applied' ? (outcome.stay ?? null) : null,
    });
    if (outcome.state === 'applied' && isAdt(row.type)) await retryAsideOf(trx, people);
    return outcome;
  }

  async #decide(trx: Trx, row: FeedRow, message: StoredMessage, people: readonly string[]): Promise<Outcome> {
    if (isAdt(row.type) && (await hasEarlierAside(trx, row, people))) return { state: 'aside', reason: 'earlier' };
    await sql`savepoint feed`.execute(trx);
    let outcome: Outcome;
    try {
      outcome = await this.#apply(trx, message);
    } catch (error) {
      if (isPassing(error)) throw error;
      this.log.warn({ message: row.id, type: row.type, reason: nameOfError(error) }, 'message could not be applied');
      outcome = { state: 'aside', reason: 'internal' };
    }
    await sql.raw(outcome.state === 'aside' ? 'rollback to savepoint feed' : 'release savepoint feed').execute(trx);
    return outcome;
  }
}
