/**
 * Every ten minutes: deletes expired rows, ends expired invitations and access after stays, and logs the last link of
 * the audit chain.
 */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { logHead } from '../audit/chain.ts';
import { MINUTE } from '../common/clock.ts';
import { PollingJob, runJob } from '../common/polling-job.ts';
import { deleteExpired } from '../repositories/accounts/sessions.ts';
import { deleteOldThrottles } from '../repositories/accounts/throttles.ts';
import { pruneChanges } from '../repositories/changes.ts';
import { clearOldBodies } from '../repositories/messages/messages.ts';
import { deleteStaleSubscriptions } from '../repositories/messages/push-subscriptions.ts';
import { deleteOldNotices } from '../repositories/sharing/return-notices.ts';
import { endExpired } from '../services/sharing/invitations.ts';
import { endAccessAfterStays } from '../timeline/access.ts';

class Sweep extends PollingJob {
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    super({ log: app.log, interval: 10 * MINUTE, failure: 'sweep failed' });
    this.#app = app;
  }

  protected async next(): Promise<boolean> {
    const { db, log, config } = this.#app;
    await deleteExpired(db);
    await Promise.all([
      pruneChanges(db),
      clearOldBodies(db),
      deleteStaleSubscriptions(db),
      deleteOldThrottles(db),
      deleteOldNotices(db),
      endExpired(db),
      endAccessAfterStays(db, config.accessDays),
      logHead(db, log),
    ]);
    return false;
  }
}

export const sweep = fastifyPlugin(async (app: FastifyInstance) => {
  await runJob(app, new Sweep(app));
});
