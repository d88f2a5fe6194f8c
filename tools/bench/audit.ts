import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { AuditChain, headOf, linkEntries } from '../../mock-api/src/audit/chain.ts';
import { migrate } from '../../mock-api/src/db/migrate.ts';
import { MIGRATIONS } from '../../mock-api/src/db/migrations.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../../mock-api/src/db/open.ts';
import type { Tables } from '../../mock-api/src/db/schema.ts';
import { insertUser } from '../../mock-api/src/repositories/accounts/users.ts';
import { audit } from '../../mock-api/src/repositories/audit.ts';
import { newUser } from '../../mock-api/src/services/accounts/accounts.ts';
import { startPostgres } from '../../mock-api/test/support/postgres.ts';
import { type Group, secondsOf, usedSince } from './production/processors.ts';
import { ENGINES, type Engine } from './production/stage.ts';
import { medianInterval, quantile, sum } from './statistics.ts';

/** Concurrent writers: fewer than the pool's connections, so that linking doesn't wait for one. */
const WRITERS = 8;
/** Long enough for the linking, which an API does every two seconds. */
const ROUND_MS = 4_500;
/** Pairs of a round with the chain and one without. */
const PAIRS = 10;
const OWN: Group = { pids: [process.pid] };
const SILENT = { info: () => {}, warn: () => {} };

/** Writes of all rounds of one kind. */
interface Writes {
  /** Writes per second, by round. */
  perSecond: number[];
  /** Processor time of this process and the database's for each write, in milliseconds, by round. */
  processor: number[];
  /** Latencies of all rounds, in milliseconds. */
  times: number[];
}

/** What linking the audit log's entries costs the writes that cause them. */
export interface AuditCost {
  engine: Engine;
  plain: Writes;
  chained: Writes;
  /** Links added per second while nothing else happens. */
  linksPerSecond: number;
}

interface Address {
  /** Processes that do the work. */
  groups: Group[];
  plain: DatabaseAddress;
  chained: DatabaseAddress;
  stop(): Promise<void>;
}

async function addressesOf(engine: Engine): Promise<Address> {
  if (engine === 'SQLite') {
    const home = await mkdtemp(join(tmpdir(), 'lodestar-audit-'));
    const at = (name: string) => ({ url: undefined, file: join(home, `${name}.sqlite`) });
    const stop = () => rm(home, { recursive: true, force: true });
    return { groups: [OWN], plain: at('plain'), chained: at('chained'), stop };
  }
  const server = await startPostgres();
  const first = openDatabase<Tables>({ url: server.url, file: '' });
  await sql`create database chained`.execute(first.db);
  await first.db.destroy();
  const url = new URL(server.url);
  url.pathname = '/chained';
  const groups = [OWN, { pids: [await server.pid()], family: true }];
  return {
    groups,
    plain: { url: server.url, file: '' },
    chained: { url: url.href, file: '' },
    stop: () => server.stop(),
  };
}

async function openMigrated(address: DatabaseAddress): Promise<Database<Tables>> {
  const database = openDatabase<Tables>(address);
  await database.db.transaction().execute((trx) => migrate(trx, database.engine, MIGRATIONS));
  return database;
}

/** Creates an account and its entry in the audit log, as one transaction. Returns its time in milliseconds. */
async function write({ db }: Database<Tables>): Promise<number> {
  const began = performance.now();
  const id = crypto.randomUUID();
  await db.transaction().execute(async (trx) => {
    const name = { first_name: 'Robin', last_name: 'Patient', email: `${id}@example.org` };
    await insertUser(trx, newUser({ id, ...name, email_validated: 1, has_demo: 0 }));
    await audit(trx, { action: 'RECORD_VIEWED', actor: id, subject: id, object: 'account' });
  });
  return performance.now() - began;
}

interface Round {
  /** Latency of each write, in milliseconds. */
  times: number[];
  milliseconds: number;
}

/** Writes for one round. */
async function writePlain(database: Database<Tables>): Promise<Round> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + ROUND_MS;
  const writer = async () => {
    while (performance.now() < end) times.push(await write(database));
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return { times, milliseconds: performance.now() - began };
}

/** Writes for one round while a chain links the entries, as in an API, and links the rest within the measured time. */
async function writeChained(database: Database<Tables>): Promise<Round> {
  const chain = new AuditChain(database, SILENT);
  const began = performance.now();
  chain.start();
  const { times } = await writePlain(database);
  await chain.close();
  await linkEntries(database, false);
  return { times, milliseconds: performance.now() - began };
}

/** Measures how fast entries are linked that were written while no chain ran. */
async function measureLinks(database: Database<Tables>): Promise<number> {
  const { number } = await headOf(database.db);
  const began = performance.now();
  await linkEntries(database, true);
  const head = await headOf(database.db);
  return ((head.number - number) / (performance.now() - began)) * 1000;
}

const noWrites = (): Writes => ({ perSecond: [], processor: [], times: [] });

async function addRound(writes: Writes, groups: readonly Group[], write: () => Promise<Round>): Promise<void> {
  const before = await Promise.all(groups.map(secondsOf));
  const { times, milliseconds } = await write();
  const after = await Promise.all(groups.map(secondsOf));
  const used = sum(after.map((now, index) => usedSince(before[index] ?? new Map(), now)));
  writes.processor.push((used * 1000) / times.length);
  writes.perSecond.push((times.length / milliseconds) * 1000);
  writes.times.push(...times);
}

async function measureEngine(engine: Engine): Promise<AuditCost> {
  const addresses = await addressesOf(engine);
  const [plain, chained] = [await openMigrated(addresses.plain), await openMigrated(addresses.chained)];
  try {
    const writes = { plain: noWrites(), chained: noWrites() };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      // The order alternates, so that neither kind always runs in the other's aftermath.
      const order = pair % 2 === 0 ? (['plain', 'chained'] as const) : (['chained', 'plain'] as const);
      for (const kind of order)
        await addRound(writes[kind], addresses.groups, () =>
          kind === 'plain' ? writePlain(plain) : writeChained(chained),
        );
    }
    return { engine, ...writes, linksPerSecond: await measureLinks(plain) };
  } finally {
    await plain.db.destroy();
    await chained.db.destroy();
    await addresses.stop();
  }
}

/** Compares audited writes with and without the hash chain, on both databases, in alternating rounds. */
export async function measureAuditChain(print: (line: string) => void): Promise<AuditCost[]> {
  const costs: AuditCost[] = [];
  for (const engine of ENGINES) {
    print(`Audit chain on ${engine}: ${PAIRS} pairs of rounds of ${ROUND_MS / 1000} s, with it and without…`);
    costs.push(await measureEngine(engine));
  }
  return costs;
}

/** Returns the median of the pairs' ratios, and the 95 % confidence interval. */
function ratioOf(chained: readonly number[], plain: readonly number[]): string {
  const ratios = chained.map((value, pair) => value / (plain[pair] ?? Number.NaN));
  const { low, high } = medianInterval(ratios);
  return `${quantile(ratios, 0.5).toFixed(2)} (pairs, 95 %: ${low.toFixed(2)} to ${high.toFixed(2)})`;
}

export function auditReport(costs: readonly AuditCost[]): string {
  const line = (name: string, { perSecond, processor, times }: Writes) => {
    const [rate, used, p50, p99] = [
      quantile(perSecond, 0.5).toFixed(0),
      quantile(processor, 0.5).toFixed(2),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.99).toFixed(1),
    ];
    return `  ${name}: ${rate} writes/s, p50 ${p50} ms, p99 ${p99} ms; processor time a write ${used} ms`;
  };
  return costs
    .flatMap(({ engine, plain, chained, linksPerSecond }) => [
      `Audit chain on ${engine}, ${WRITERS} writers, one entry a write:`,
      line('without the chain', plain),
      line('with it, all entries linked', chained),
      `  writes with / without: ${ratioOf(chained.perSecond, plain.perSecond)}`,
      `  processor time a write, with / without: ${ratioOf(chained.processor, plain.processor)}`,
      `  ${linksPerSecond.toFixed(0)} links/s while nothing is written`,
    ])
    .join('\n');
}
