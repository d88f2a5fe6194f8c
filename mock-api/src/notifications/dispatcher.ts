/**
 * Notifies people of changes while the app is closed: what no open stream has claimed within a few seconds is sent to
 * its readers by push or text message. Any number of processes do so on one database; the first to claim a change for
 * a person sends it (see `repositories/messages/deliveries.ts`).
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { after, SECOND } from '../common/clock.ts';
import { type JobLog, PollingJob, runJob } from '../common/polling-job.ts';
import type { Db } from '../db/schema.ts';
import { createDrivers } from '../delivery/drivers.ts';
import { MessageGateway } from '../delivery/outbox.ts';
import {
  type Change,
  changesAfter,
  isNotified,
  listRecordingTimes,
  moveNotificationPosition,
  notificationPosition,
} from '../repositories/changes.ts';
import { claimDeliveries, releaseDelivery } from '../repositories/messages/deliveries.ts';
import { reachableAmong } from '../repositories/messages/push-subscriptions.ts';
import { type Reader, readersOf } from '../stream/audience.ts';
import { ChannelSelector } from './channel-selector.ts';

/** How long an open stream has to deliver a notification first, in milliseconds. */
const GRACE = 3 * SECOND;
const POLL_INTERVAL = 2 * SECOND;
/** Changes read per batch. */
const BATCH = 200;

/** Returns the next changes recorded before `before`, in order; an older one behind a younger one waits for it. */
async function changesDue(db: Db, position: number, before: string): Promise<Change[]> {
  const rows = await listRecordingTimes(db, position, BATCH);
  const young = rows.findIndex((row) => row.created_at > before);
  const last = (young === -1 ? rows : rows.slice(0, young)).at(-1);
  return last ? changesAfter(db, position, Number(last.id)) : [];
}

class NotificationDispatcher extends PollingJob {
  readonly #db: Db;
  readonly #selector: ChannelSelector;
  readonly #gateway: MessageGateway;

  constructor(db: Db, selector: ChannelSelector, gateway: MessageGateway, log: JobLog) {
    super({ log, interval: POLL_INTERVAL, failure: 'notifications could not be queued' });
    this.#db = db;
    this.#selector = selector;
    this.#gateway = gateway;
  }

  /** Starts where the last process stopped. */
  override async start(): Promise<void> {
    await notificationPosition(this.#db);
    await super.start();
  }

  protected async next(): Promise<boolean> {
    const position = await notificationPosition(this.#db);
    const due = await changesDue(this.#db, position, after(-GRACE));
    const newest = due.at(-1);
    if (!newest) return false;
    await this.#notifyReaders(due.filter(({ kind }) => isNotified(kind)));
    await moveNotificationPosition(this.#db, position, newest.id);
    this.#gateway.kick();
    return true;
  }

  /** Sends each change to those of its readers who can be reached. */
  async #notifyReaders(changes: readonly Change[]): Promise<void> {
    const readers = await readersOf(this.#db, changes);
    const people = await reachableAmong(
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

declare module 'fastify' {
  interface FastifyInstance {
    messageGateway: MessageGateway;
  }
}

/** Outbound messages, and the notifications that cause some of them. */
export const notifications = fastifyPlugin(async (app: FastifyInstance) => {
  const { db, config, log } = app;
  const drivers = createDrivers(db, config);
  const selector = new ChannelSelector(config, drivers, log);
  const gateway = new MessageGateway(db, drivers, log, (...about) => selector.replace(...about));
  app.decorate('messageGateway', await runJob(app, gateway));
  await runJob(app, new NotificationDispatcher(db, selector, gateway, log));
});
