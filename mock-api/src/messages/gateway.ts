/**
 * How texts and e-mails leave. A message is stored in the transaction that causes it and sent after the commit, so that
 * none is lost in a crash and none is sent for something that never happened. Without a driver for its channel it stays
 * in the outbox.
 */
import { after, MINUTE, SECOND } from '../clock.ts';
import type { Db, MessagesTable, Trx } from '../db/schema.ts';
import {
  claimMessage,
  insertMessage,
  type MessageRow,
  markFailed,
  markRetry,
  markSent,
  type NewMessage,
} from '../repositories/messages.ts';

type Channel = MessagesTable['channel'];

/** Sends one message. @throws when it did not get through */
export type Driver = (message: MessageRow) => Promise<void>;
export type Drivers = Partial<Record<Channel, Driver>>;

/** What the gateway reports: ids and reasons, never words or recipients. */
export interface DeliveryLog {
  warn(facts: Record<string, string | number>, message: string): void;
}

const MAX_ATTEMPTS = 8;
const POLL = 5 * SECOND;
const FIRST_RETRY = 5 * SECOND;
const LONGEST_RETRY = 30 * MINUTE;

export class MessageGateway {
  readonly #db: Db;
  readonly #drivers: Drivers;
  readonly #channels: Channel[];
  readonly #log: DeliveryLog;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(db: Db, drivers: Drivers, log: DeliveryLog) {
    this.#db = db;
    this.#drivers = drivers;
    this.#channels = (['sms', 'email'] as const).filter((channel) => drivers[channel] !== undefined);
    this.#log = log;
  }

  /** Begins to send what is waiting, also what an earlier process left behind. */
  start(): void {
    if (this.#channels.length === 0) return;
    this.#timer = setInterval(() => this.kick(), POLL);
    this.kick();
  }

  /** Stores a message as part of `trx`. Call `kick` after the commit. */
  async post(trx: Trx, message: NewMessage): Promise<void> {
    await insertMessage(trx, message, this.#drivers[message.channel] === undefined);
  }

  /** Sends what is due, in the background. */
  kick(): void {
    if (this.#closed || this.#channels.length === 0) return;
    this.#running = this.#running.then(() => this.#drain()).catch((error: unknown) => this.#report(error));
  }

  /** Waits for the message on its way, then stops; the rest stays queued. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (!this.#closed) {
      const message = await claimMessage(this.#db, this.#channels);
      if (!message) return;
      await this.#send(message);
    }
  }

  async #send(message: MessageRow): Promise<void> {
    try {
      await this.#drivers[message.channel]?.(message);
      await markSent(this.#db, message.id);
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      this.#log.warn({ messageId: message.id, attempt: message.attempts, reason }, 'message not delivered');
      if (message.attempts >= MAX_ATTEMPTS) await markFailed(this.#db, message.id);
      else await markRetry(this.#db, message.id, after(retryDelay(message.attempts)));
    }
  }

  #report(error: unknown): void {
    this.#log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'message queue could not be read');
  }
}

/** Milliseconds to wait after this many attempts. */
function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY);
}
