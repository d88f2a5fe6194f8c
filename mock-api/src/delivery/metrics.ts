/** Metrics of outbound messages and of notifications. */
import { Counter, type Registry } from 'prom-client';
import { SECOND } from '../common/clock.ts';
import { addGauge } from '../common/metrics.ts';
import type { Db, MessagesTable } from '../db/schema.ts';
import type { Channel } from '../db/tables/delivery-tables.ts';
import { countDelivered } from '../repositories/messages/deliveries.ts';
import { MESSAGE_CHANNELS, messagesIn } from '../repositories/messages/messages.ts';

type MessageChannel = MessagesTable['channel'];

const NOTIFICATION_CHANNELS: readonly Channel[] = ['stream', 'push', 'text'];
/** `replaced`: another channel took over. `failed`: the message is a dead letter. */
const OUTCOMES = ['sent', 'retried', 'replaced', 'failed'] as const;

/** Counts this process's attempts to send messages, by outcome. */
export class AttemptCounter {
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
export function measureDeliveries(registry: Registry, db: Db): void {
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
