/** Verifies the audit log every night, in one API process, and keeps the result for the metrics of all. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { MINUTE, SECOND } from '../common/clock.ts';
import { addGauge } from '../common/metrics.ts';
import { type JobLog, PollingJob, runJob } from '../common/polling-job.ts';
import type { Db } from '../db/schema.ts';
import type { Head } from '../repositories/audit-chain.ts';
import { readFact, replaceFact } from '../repositories/facts.ts';
import { NightLease, nightOf } from '../retention/lease.ts';
import { verifyChain } from './verify.ts';

const CHECK = 10 * MINUTE;
const LEASE_NAME = 'audit-verification';
const RESULT = 'audit-verified';

interface Result {
  /** When the last verification ended, in milliseconds since 1970. */
  at: number;
  /** Faults found, at most those that `verify` lists. */
  faults: number;
  /** Last link of the last verification without faults: the next one must find it again. */
  head: Head | undefined;
}

async function readResult(db: Db): Promise<{ text: string | undefined; result: Result | undefined }> {
  const text = await readFact(db, RESULT);
  return { text, result: text === undefined ? undefined : (JSON.parse(text) as Result) };
}

/** Verifies the log from the beginning, and stores the result. Returns what is broken, one sentence each. */
export async function verifyAndStore(db: Db): Promise<string[]> {
  const { text, result: before } = await readResult(db);
  const { faults, head } = await verifyChain(db, before?.head);
  const result: Result = { at: Date.now(), faults: faults.length, head: faults.length > 0 ? before?.head : head };
  await replaceFact(db, RESULT, text, JSON.stringify(result));
  return faults;
}

type Log = JobLog & Pick<FastifyBaseLogger, 'error'>;

export class AuditVerification extends PollingJob {
  readonly #db: Db;
  readonly #log: Log;
  readonly #lease: NightLease;

  constructor(db: Db, log: Log) {
    super({ log, interval: CHECK, failure: 'audit log not verified' });
    this.#db = db;
    this.#log = log;
    this.#lease = new NightLease(db, LEASE_NAME);
  }

  protected async next(): Promise<boolean> {
    const night = nightOf(new Date());
    if (!(await this.#lease.take(night))) return false;
    const faults = await verifyAndStore(this.#db);
    if (faults.length > 0) this.#log.error({ faults }, 'audit log is broken');
    await this.#lease.finish(night);
    return false;
  }

  measure(registry: Registry): void {
    const db = this.#db;
    const help = 'Faults that the last verification of the audit log found.';
    addGauge(registry, { name: 'lodestar_audit_faults', help }, async (gauge) =>
      gauge.set((await readResult(db)).result?.faults ?? 0),
    );
    addGauge(
      registry,
      { name: 'lodestar_audit_verified_timestamp_seconds', help: 'When the audit log was last verified; 0: never.' },
      async (gauge) => gauge.set(((await readResult(db)).result?.at ?? 0) / SECOND),
    );
  }
}

export const auditVerification = fastifyPlugin(async (app: FastifyInstance) => {
  await runJob(app, new AuditVerification(app.db, app.log));
});
