/**
 * Notifies people of changes while the app is closed: what no open stream has claimed within a few seconds is sent to
 * its readers by push or text message. Any number of processes do so on one database; the first to claim a change for
 * a person sends it (see `delivery/deliveries.ts`).
 */

import type { Change } from '../changes/changes.ts';
import { after, SECOND } from '../common/clock.ts';
import type { Db } from '../db/schema.ts';
import { claimDeliveries, isNotified, releaseDelivery } from '../delivery/deliveries.ts';
import type { DeliveryLog, MessageGateway } from '../delivery/outbox.ts';
import { type Reader, readersOf } from '../stream/audience.ts';
import type { ChannelSelector } from './channel-selector.ts';
import { changesDue, moveNotificationPosition, notificationPosition } from './position.ts';
import { reachable } from './reachable.ts';

/** How long an open stream has to deliver a notification first, in milliseconds. */
const GRACE = 3 * SECOND;
const POLL_INTERVAL = 2 * SECOND;

export class NotificationDispatcher {
  readonly #db: Db;
  readonly #selector: ChannelSelector;
  readonly #gateway: MessageGateway;
  readonly #log: DeliveryLog;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(db: Db, selector: ChannelSelector, gateway: MessageGateway, log: DeliveryLog) {
    this.#db = db;
    this.#selector = selector;
    this.#gateway = gateway;
    this.#log = log;
  }

  /** Starts where the last process stopped. */
  async start(): Promise<void> {
    await notificationPosition(this.#db);
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL);
  }

  /** Waits for work in progress, then stops; the rest stays in the database. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #poll(): void {
    this.#running ??= this.#drain()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.name : 'unknown';
        this.#log.warn({ reason }, 'news could not be sent on its way');
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #drain(): Promise<void> {
    while (!this.#closed) {
      const position = await notificationPosition(this.#db);
      const due = await changesDue(this.#db, position, after(-GRACE));
      const newest = due.at(-1);
      if (!newest) return;
      await this.#notifyReaders(due.filter(({ kind }) => isNotified(kind)));
      await moveNotificationPosition(this.#db, position, newest.id);
      this.#gateway.kick();
    }
  }

  /** Sends each change to those of its readers who can be reached. */
  async #notifyReaders(changes: readonly Change[]): Promise<void> {
    const readers = await readersOf(this.#db, changes);
    const people = await reachable(
      this.#db,
      [...readers.values()].flat().map(({ person }) => person),
    );
    for (const change of changes) {
      for (const reader of readers.get(change) ?? []) if (people.has(reader.person)) await this.#send(change, reader);
    }
  }

  /** Claims a notification for this process and queues its message, in one transaction. */
  #send(change: Change, reader: Reader): Promise<void> {
    return this.#db.transaction().execute(async (trx) => {
      const claim = { changeId: change.id, person: reader.person };
      if ((await claimDeliveries(trx, 'push', [claim])).length === 0) return;
      const channel = await this.#selector.choose(trx, change, reader);
      if (channel === 'text') await this.#selector.reassignToText(trx, claim);
      if (channel === undefined) await releaseDelivery(trx, 'push', claim);
    });
  }
}
