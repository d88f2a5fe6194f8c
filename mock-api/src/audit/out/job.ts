/**
 * Sends the audit log out, in the order of its hash chain. The number of the last link sent is in the database, so that
 * a restart loses nothing; one process at a time sends.
 */
import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { after, now, SECOND } from '../../common/clock.ts';
import { addGauge } from '../../common/metrics.ts';
import { type JobLog, nameOfError, PollingJob } from '../../common/polling-job.ts';
import type { Db } from '../../db/schema.ts';
import { type AuditRow, type Link, linkNumberOf, linksAfter } from '../../repositories/audit-chain.ts';
import { readFact, replaceFact } from '../../repositories/facts.ts';
import { auditEventOf } from './fhir.ts';

const INTERVAL = SECOND;
/** Entries sent at a time. */
const BATCH = 500;
/** Another process takes over this long after the last batch of one, in milliseconds. */
const LEASE = 6 * SECOND;

export interface OutEntry {
  row: AuditRow;
  /** The AuditEvent as text. */
  event: string;
}

export interface AuditOutput {
  /** Distinguishes outputs in the database and in metrics. */
  readonly name: string;
  /** Returns the id of the last entry there, if it can know, whatever the database says of it. */
  resume?(): Promise<string | undefined>;
  /** Resolves once the entries are safe there. */
  send(entries: readonly OutEntry[]): Promise<void>;
}

interface Cursor {
  /** Number of the last link sent. */
  number: number;
  holder: string;
  until: string;
}

const START: Cursor = { number: 0, holder: '', until: '' };

interface Options {
  db: Db;
  output: AuditOutput;
  publicUrl: string;
  log: JobLog;
}

export class AuditOut extends PollingJob {
  readonly #options: Options;
  readonly #id = randomUUID();
  /** Whether this process knows how far the output is. */
  #isResumed = false;

  constructor(options: Options) {
    super({ log: options.log, interval: INTERVAL, failure: 'audit log not sent', isEager: true });
    this.#options = options;
  }

  /** Adds the age of what waits. */
  static measure(registry: Registry, db: Db, outputs: readonly AuditOutput[]): void {
    const help = 'Age of the oldest entry of the audit log that was not sent to an output; 0 without any.';
    addGauge(registry, { name: 'lodestar_audit_out_seconds', help, labelNames: ['output'] }, async (gauge) => {
      for (const { name } of outputs) {
        const { cursor } = await readCursor(db, name);
        const [link] = await linksAfter(db, cursor.number, 1);
        const age = link?.row ? Date.now() - Date.parse(link.row.at) : 0;
        gauge.set({ output: name }, Math.max(0, age) / SECOND);
      }
    });
  }

  protected async next(): Promise<boolean> {
    const { db, output } = this.#options;
    const { text, cursor } = await readCursor(db, output.name);
    const isMine = cursor.holder === this.#id;
    if (!isMine && cursor.until > now()) return false;
    if ((await linksAfter(db, cursor.number, 1)).length === 0) return false;
    const claimed = await this.#move(text, cursor.number);
    if (claimed === undefined) return false;
    const from = isMine && this.#isResumed ? cursor.number : await this.#resume(cursor.number);
    const links = await linksAfter(db, from, BATCH);
    const last = links.at(-1)?.number ?? from;
    this.#isResumed = false;
    await output.send(this.#entriesOf(links));
    this.#isResumed = true;
    await this.#move(claimed, last);
    return links.length === BATCH;
  }

  /** Returns the number of the last entry at the output: a process may have died before it stored it. */
  async #resume(known: number): Promise<number> {
    const { db, output } = this.#options;
    const id = await output.resume?.();
    return Math.max(known, (id !== undefined && (await linkNumberOf(db, id))) || 0);
  }

  #entriesOf(links: readonly Link[]): OutEntry[] {
    const { publicUrl } = this.#options;
    return links.flatMap(({ row, number, hash }) =>
      row ? [{ row, event: auditEventOf(row, publicUrl, { number, hash }) }] : [],
    );
  }

  /** Stores how far the output is, and extends the lease. Returns the stored text; undefined if another process has it. */
  async #move(from: string | undefined, number: number): Promise<string | undefined> {
    const { db, output } = this.#options;
    const cursor: Cursor = { number, holder: this.#id, until: after(LEASE) };
    const text = JSON.stringify(cursor);
    return (await replaceFact(db, factOf(output.name), from, text)) ? text : undefined;
  }

  protected override report(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : nameOfError(error);
    this.log.warn({ output: this.#options.output.name, reason: code }, 'audit log not sent, will be retried');
  }
}

const factOf = (output: string) => `audit-out:${output}`;

async function readCursor(db: Db, output: string): Promise<{ text: string | undefined; cursor: Cursor }> {
  const text = await readFact(db, factOf(output));
  return { text, cursor: text === undefined ? START : (JSON.parse(text) as Cursor) };
}
