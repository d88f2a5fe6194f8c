/** The nightly job that deletes what is over its retention period. One API process runs it each night. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MINUTE } from '../common/clock.ts';
import { type JobLog, nameOfError, PollingJob, runJob } from '../common/polling-job.ts';
import type { Retention } from '../config/retention.ts';
import type { Db } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import { periodStart, RETENTION_KINDS, type RetentionKind } from './kinds.ts';
import { NightLease, nightOf } from './lease.ts';

const CHECK = 10 * MINUTE;
const LEASE_NAME = 'retention';

/** How many rows or accounts of each kind were, or would be, deleted. */
export type Counts = Partial<Record<RetentionKind['name'], number>>;

/** Returns how much is over its period; kinds without a limit are left out. */
export async function countExpired(db: Db, periods: Retention): Promise<Counts> {
  const counts: Counts = {};
  for (const kind of RETENTION_KINDS) {
    const days = periods[kind.name];
    if (days !== undefined) counts[kind.name] = await kind.count(db, periodStart(days));
  }
  return counts;
}

/** Deletes everything of one kind that is over its period, and writes the number to the audit log. */
async function deleteKind(
  db: Db,
  kind: RetentionKind,
  days: number,
  mayContinue: () => Promise<boolean>,
): Promise<number> {
  const before = periodStart(days);
  let count = 0;
  try {
    for (;;) {
      const deleted = (await mayContinue()) ? await kind.deleteBatch(db, before) : 0;
      if (deleted === 0) return count;
      count += deleted;
    }
  } finally {
    const fact = { action: 'DATA_EXPIRED', actor: null, subject: null, object: kind.name } as const;
    if (count > 0) await audit(db, { ...fact, objectId: String(count) });
  }
}

/**
 * Deletes everything that is over its period, in short transactions.
 * @param mayContinue asked before each
 * @param onError a kind that fails doesn't keep the others from being deleted
 */
export async function deleteExpiredData(
  db: Db,
  periods: Retention,
  mayContinue: () => Promise<boolean> = async () => true,
  onError: (kind: string, error: unknown) => void = (_kind, error) => {
    throw error;
  },
): Promise<Counts> {
  const counts: Counts = {};
  for (const kind of RETENTION_KINDS) {
    const days = periods[kind.name];
    if (days === undefined) continue;
    try {
      counts[kind.name] = await deleteKind(db, kind, days, mayContinue);
    } catch (error) {
      onError(kind.name, error);
    }
  }
  return counts;
}

type Log = JobLog & Pick<FastifyBaseLogger, 'info'>;

export class RetentionJob extends PollingJob {
  readonly #db: Db;
  readonly #periods: Retention;
  readonly #log: Log;
  readonly #lease: NightLease;

  constructor(db: Db, periods: Retention, log: Log) {
    super({ log, interval: CHECK, failure: 'retention failed' });
    this.#db = db;
    this.#periods = periods;
    this.#log = log;
    this.#lease = new NightLease(db, LEASE_NAME);
  }

  /** Does the job unless it is done in this night, here or in another process. */
  protected async next(): Promise<boolean> {
    const night = nightOf(new Date());
    if (!(await this.#lease.take(night))) return false;
    const mayContinue = async () => !this.closing.aborted && (await this.#lease.extend(night));
    const counts = await deleteExpiredData(this.#db, this.#periods, mayContinue, (kind, error) =>
      this.log.warn({ kind, reason: nameOfError(error) }, 'retention failed'),
    );
    if (!this.closing.aborted && (await this.#lease.finish(night))) this.#log.info({ deleted: counts }, 'retention');
    return false;
  }
}

export const retention = fastifyPlugin(async (app: FastifyInstance) => {
  await runJob(app, new RetentionJob(app.db, app.config.retention, app.log));
});
