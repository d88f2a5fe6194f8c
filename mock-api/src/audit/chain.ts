/**
 * Links the entries of the audit log into a hash chain, after their commit: requests write their entries without waiting
 * for each other. One process at a time adds links, under a lock, so several processes write one chain.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Counter, type Registry } from 'prom-client';
import { MINUTE, SECOND } from '../common/clock.ts';
import { addGauge } from '../common/metrics.ts';
import { type JobLog, PollingJob, runJob } from '../common/polling-job.ts';
import type { Database } from '../db/open.ts';
import type { Db, Tables } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import {
  type AuditRow,
  deleteLinked,
  findLastLinkedId,
  headOf,
  insertLinks,
  lastBefore,
  lockChain,
  PRUNED,
  selectUnlinked,
} from '../repositories/audit-chain.ts';
import { sha256 } from '../security/secrets.ts';

/** Links added in one transaction. */
const BATCH = 500;
/** Longest time between making an entry's id and committing the entry, in milliseconds. */
const COMMIT_WINDOW = 2 * MINUTE;
const INTERVAL = 2 * SECOND;

/** Returns the hash of a link: covers its number, the whole entry and all links before. */
export function linkHash(previous: string, number: number, row: AuditRow): string {
  const { id, at, action, actor_id, subject_id, object, object_id } = row;
  return sha256(JSON.stringify([previous, number, id, at, action, actor_id, subject_id, object, object_id]));
}

/** Returns an id that sorts before those of all entries made after `time`: UUIDv7 begins with the milliseconds. */
function idAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Returns the time in a UUIDv7, in milliseconds. */
const timeIn = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Returns the id from which on entries may be without a link, if all were linked before; else undefined. */
async function floorOf(db: Db): Promise<string | undefined> {
  const last = await findLastLinkedId(db);
  return last && idAt(Math.min(timeIn(last), Date.now()) - COMMIT_WINDOW);
}

/** Adds one batch of links. Entries that another process has linked meanwhile are left out. */
async function linkBatch({ db, engine }: Database<Tables>, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockChain(trx, engine);
    let head = await headOf(trx);
    const rows: AuditRow[] = await selectUnlinked(trx).selectAll().where('id', 'in', ids).execute();
    const links = rows.map((row) => {
      const number = head.number + 1;
      head = { number, hash: linkHash(head.hash, number, row) };
      return { ...head, entry_id: row.id };
    });
    await insertLinks(trx, links);
  });
}

/**
 * Links all entries that are committed and have no link yet, oldest first.
 * @param isThorough also finds entries that are older than the last links, as in a database of an earlier version
 */
export async function linkEntries(database: Database<Tables>, isThorough: boolean): Promise<void> {
  const { db } = database;
  const floor = isThorough ? undefined : await floorOf(db);
  const found = await selectUnlinked(db, floor).select('id').execute();
  for (let from = 0; from < found.length; from += BATCH) {
    const batch = found.slice(from, from + BATCH);
    await linkBatch(
      database,
      batch.map(({ id }) => id),
    );
  }
}

/** Logs the last link, so that wherever the log goes, a copy is kept that the database's owner can't change. */
export async function logHead(db: Db, log: Pick<FastifyBaseLogger, 'info'>): Promise<void> {
  const { number, hash } = await headOf(db);
  if (number > 0) log.info({ head: `${number}:${hash}` }, 'audit chain');
}

/** Keeps the chain complete while a process runs. */
export class AuditChain extends PollingJob {
  readonly #database: Database<Tables>;
  readonly #failures = new Counter({
    name: 'lodestar_audit_link_failures_total',
    help: 'Times that entries of the audit log could not be added to the hash chain.',
    registers: [],
  });
  #isThorough = true;

  constructor(database: Database<Tables>, log: JobLog) {
    super({ log, interval: INTERVAL, failure: 'audit chain failed, will be retried' });
    this.#database = database;
  }

  measure(registry: Registry): void {
    const { db } = this.#database;
    registry.registerMetric(this.#failures);
    addGauge(registry, { name: 'lodestar_audit_links', help: 'Number of the audit log’s last link.' }, async (gauge) =>
      gauge.set((await headOf(db)).number),
    );
    const help = 'Age of the oldest entry of the audit log that has no link; 0 without any.';
    addGauge(registry, { name: 'lodestar_audit_unlinked_seconds', help }, async (gauge) => {
      const oldest = await selectUnlinked(db, await floorOf(db))
        .select('at')
        .limit(1)
        .executeTakeFirst();
      gauge.set(oldest ? Math.max(0, Date.now() - Date.parse(oldest.at)) / SECOND : 0);
    });
  }

  protected async next(): Promise<boolean> {
    await linkEntries(this.#database, this.#isThorough);
    this.#isThorough = false;
    return false;
  }

  protected override report(error: unknown): void {
    this.#failures.inc();
    super.report(error);
  }
}

export const auditChain = fastifyPlugin(async (app: FastifyInstance) => {
  await runJob(app, new AuditChain(app.database, app.log));
});

/**
 * Deletes the oldest entries, up to the first one at or after `moment`, and records the number and hash of the last link
 * removed, so that the rest of the chain can still be verified. Needs the owner of the tables.
 * @returns the number of entries deleted
 */
export async function pruneAudit(database: Database<Tables>, moment: string): Promise<number> {
  const { db, engine } = database;
  await linkEntries(database, true);
  const count = await db.transaction().execute(async (trx) => {
    const last = await lastBefore(trx, moment);
    if (last.number === 0) return 0;
    const deleted = await deleteLinked(trx, engine, last.number);
    const object = String(last.number);
    await audit(trx, { action: PRUNED, actor: null, subject: null, object, objectId: last.hash });
    return deleted;
  });
  await linkEntries(database, true);
  return count;
}
