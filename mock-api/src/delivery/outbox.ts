/**
 * Sends text messages, emails and pushes. A message is stored in the transaction that causes it and sent after the
 * commit, so that none is lost in a crash and none is sent for something that never happened. Without a driver for its
 * channel it stays in the outbox. Any number of processes share the queue: each claims a message for a limited time.
 */
import { Counter, type Registry } from 'prom-client';
import { after, MINUTE, SECOND } from '../common/clock.ts';
import { addGauge } from '../common/metrics.ts';
import { type JobLog, nameOfError, PollingJob } from '../common/polling-job.ts';
import type { Db, MessageRow, Trx } from '../db/schema.ts';
import type { Channel } from '../db/tables/delivery-tables.ts';
import { countDelivered } from '../repositories/messages/deliveries.ts';
import {
  claimMessage,
  giveUp,
  insertMessage,
  MESSAGE_CHANNELS,
  type MessageChannel,
  markRetry,
  markSent,
  messagesIn,
  type NewMessage,
  queueAgain,
} from '../repositories/messages/messages.ts';
import { DeliveryError } from './delivery.ts';
import type { Drivers } from './drivers.ts';

const FIRST_RETRY = 5 * SECOND;
const LONGEST_RETRY = 30 * MINUTE;

/**
 * Returns the delay after this many attempts, in milliseconds: doubled each time, with jitter so that retries do not
 * coincide; at least what the service asks for, up to half an hour.
 * @param first longest delay after the first attempt
 */
export function retryDelay(attempts: number, askedFor = 0, first = FIRST_RETRY): number {
  const longest = Math.min(first * 2 ** (attempts - 1), LONGEST_RETRY);
  return Math.max(longest * (0.5 + Math.random() / 2), Math.min(askedFor, LONGEST_RETRY));
}

const NOTIFICATION_CHANNELS: readonly Channel[] = ['stream', 'push', 'text'];
/** `replaced`: another channel took over. `failed`: the message is a dead letter. */
const OUTCOMES = ['sent', 'retried', 'replaced', 'failed'] as const;

/** Counts this process's attempts to send messages, by outcome. */
class AttemptCounter {
  readonly #counter = new Counter({
    name: 'lodestar_message_attempts_total',
    help: 'Attempts to send a text, email or push, by outcome.',
    labelNames: ['channel', 'outcome'],
    registers: [],
  });

  constructor() {
    for (const channel of MESSAGE_CHANNELS) for (const outcome of OUTCOMES) this.#counter.inc({ channel, outcome }, 0);
  }

  add(channel: MessageChannel, outcome: (typeof OUTCOMES)[number]): void {
    this.#counter.inc({ channel, outcome });
  }

  measure(registry: Registry): void {
    registry.registerMetric(this.#counter);
  }
}

/** Adds what the database says of all API processes together. */
function measureDeliveries(registry: Registry, db: Db): void {
  const labelNames = ['channel'] as const;
  addGauge(
    registry,
    { name: 'lodestar_outbox_messages', help: 'Messages that wait to be sent, or to be sent again.', labelNames },
    async (gauge) => {
      for (const { channel, count } of await messagesIn(db, 'queued')) gauge.set({ channel }, count);
    },
  );
  addGauge(
    registry,
    { name: 'lodestar_outbox_oldest_seconds', help: 'Age of the oldest of these messages; 0 without any.', labelNames },
    async (gauge) => {
      for (const { channel, oldest } of await messagesIn(db, 'queued'))
        gauge.set({ channel }, oldest === null ? 0 : Math.max(0, Date.now() - Date.parse(oldest)) / SECOND);
    },
  );
  addGauge(
    registry,
    { name: 'lodestar_dead_letters', help: 'Messages that were given up (npm run outbox).', labelNames },
    async (gauge) => {
      for (const { channel, count } of await messagesIn(db, 'failed')) gauge.set({ channel }, count);
    },
  );
  addGauge(
    registry,
    { name: 'lodestar_notifications_hour', help: 'Notifications of the last hour, by channel.', labelNames },
    async (gauge) => {
      const counts = await countDelivered(db);
      for (const channel of NOTIFICATION_CHANNELS) gauge.set({ channel }, counts.get(channel) ?? 0);
    },
  );
}

/** Replaces a message that cannot be sent with another one, as part of `trx`. Returns whether that settles it. */
type Replace = (trx: Trx, message: MessageRow, failure: DeliveryError) => Promise<boolean>;

const MAX_ATTEMPTS = 8;
const POLL_INTERVAL = 5 * SECOND;
/** Messages that one process sends at a time: a slow service holds up only its own. */
const MAX_WORKERS = 4;

export class MessageGateway extends PollingJob {
  readonly attempts = new AttemptCounter();
  readonly #db: Db;
  readonly #drivers: Drivers;
  readonly #channels: MessageChannel[];
  readonly #replace: Replace;

  constructor(db: Db, drivers: Drivers, log: JobLog, replace: Replace = async () => false) {
    super({
      log,
      interval: POLL_INTERVAL,
      failure: 'message queue could not be read',
      maxWorkers: MAX_WORKERS,
      isEager: true,
    });
    this.#db = db;
    this.#drivers = drivers;
    this.#channels = MESSAGE_CHANNELS.filter((channel) => drivers[channel] !== undefined);
    this.#replace = replace;
  }

  /** Stores a message as part of `trx`. Call `kick` after the commit. */
  async post(trx: Trx, message: NewMessage): Promise<void> {
    await insertMessage(trx, message, this.#drivers[message.channel] === undefined);
  }

  measure(registry: Registry): void {
    this.attempts.measure(registry);
    measureDeliveries(registry, this.#db);
  }

  protected async next(): Promise<boolean> {
    const message = this.#channels.length === 0 ? undefined : await claimMessage(this.#db, this.#channels);
    if (message) await this.#send(message);
    return message !== undefined;
  }

  async #send(message: MessageRow): Promise<void> {
    const driver = this.#drivers[message.channel];
    if (!driver) return;
    try {
      await markSent(this.#db, message, await driver(message));
      this.attempts.add(message.channel, 'sent');
    } catch (error) {
      await this.#retryOrGiveUp(message, error);
    }
  }

  async #retryOrGiveUp(message: MessageRow, error: unknown): Promise<void> {
    const reason = error instanceof DeliveryError ? error.message : nameOfError(error);
    this.log.warn({ messageId: message.id, attempt: message.attempts, reason }, 'message not delivered');
    // A message that may have got through is not sent through another channel: no one is to be notified twice.
    const failure = error instanceof DeliveryError ? error : undefined;
    const next = after(retryDelay(message.attempts, failure?.retryAfter));
    const isOver = failure?.isFinal || message.attempts >= MAX_ATTEMPTS;
    const isLate = message.deadline_at !== null && next > message.deadline_at;
    if (failure && (isOver || isLate) && (await this.#tryReplace(message, failure))) {
      this.attempts.add(message.channel, 'replaced');
      return this.kick();
    }
    this.attempts.add(message.channel, isOver ? 'failed' : 'retried');
    if (isOver) await giveUp(this.#db, message, 'failed', reason);
    else await markRetry(this.#db, message, next, reason);
  }

  #tryReplace(message: MessageRow, failure: DeliveryError): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      if (!(await giveUp(trx, message, 'replaced', failure.message))) return true;
      if (await this.#replace(trx, message, failure)) return true;
      await queueAgain(trx, message.id);
      return false;
    });
  }
}
