/**
 * Measures how many reads one, two and three API processes on one database answer, with alternating turns in one run,
 * and what limits them.
 */
import { cpus } from 'node:os';
import autocannon from 'autocannon';
import { ACCOUNT } from '../servers.ts';
import { quantile, sum } from '../statistics.ts';
import { busySeconds, type Seconds, secondsOf, usedSince } from './processors.ts';
import { buildStage, ENGINES, type Engine, type Stage } from './stage.ts';

const APIS = 3;
const ROUNDS = 4;
/** Seconds of load on each setting in each round. */
const SECONDS = 4;
/** Concurrent requests over all processes. */
const CONNECTIONS = 12;
/** Share from which one processor, or all of them, count as fully used. */
const FULL = 0.9;
/** Processors used by other programs from which the figures are invalid. */
const DISTURBED = 0.4;

const USERS = ['API', 'database', 'gateway', 'load'] as const;
type User = (typeof USERS)[number];
/** Number of processors in use, by user: 1 is one processor all the time. `other`: unrelated programs. */
type Use = { [user in User | 'other']: number };

interface Turn {
  requestsPerSecond: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
  failed: number;
  use: Use;
}

/** Figures for one setting: medians over the rounds. */
export interface Throughput extends Turn {
  engine: Engine;
  apis: number;
  behindGateway: boolean;
}

async function signIn(api: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${api}/api/v1/sessions`, { method: 'POST', headers, body: JSON.stringify(ACCOUNT) });
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

interface Clock {
  at: number;
  load: number;
  busy: number;
  groups: { [name in keyof Stage['groups']]: Seconds };
}

async function readClock({ groups }: Stage): Promise<Clock> {
  const { user, system } = process.cpuUsage();
  const [api, database, gateway] = await Promise.all([groups.api, groups.database, groups.gateway].map(secondsOf));
  const none: Seconds = new Map();
  return {
    at: performance.now() / 1000,
    load: (user + system) / 1_000_000,
    busy: await busySeconds(),
    groups: { api: api ?? none, database: database ?? none, gateway: gateway ?? none },
  };
}

function useBetween(before: Clock, after: Clock): Use {
  const seconds = after.at - before.at;
  const of = (name: keyof Stage['groups']) => usedSince(before.groups[name], after.groups[name]) / seconds;
  const load = (after.load - before.load) / seconds;
  const own = { API: of('api'), database: of('database'), gateway: of('gateway'), load };
  return { ...own, other: Math.max(0, (after.busy - before.busy) / seconds - sum(Object.values(own))) };
}

async function readFrom(stage: Stage, origins: readonly string[], token: string): Promise<Turn> {
  const headers = { authorization: `Bearer ${token}` };
  const before = await readClock(stage);
  const connections = CONNECTIONS / origins.length;
  const all = await Promise.all(
    origins.map((origin) =>
      autocannon({ url: `${origin}/api/events`, method: 'GET', headers, connections, duration: SECONDS }),
    ),
  );
  const use = useBetween(before, await readClock(stage));
  return {
    requestsPerSecond: sum(all.map(({ requests }) => requests.average)),
    p50: sum(all.map(({ latency }) => latency.p50)) / all.length,
    p99: Math.max(...all.map(({ latency }) => latency.p99)),
    failed: sum(all.map(({ non2xx, errors }) => non2xx + errors)),
    use,
  };
}

const median = (values: readonly number[]) => quantile(values, 0.5);

function summed(turns: readonly Turn[]): Turn {
  const middle = (of: (turn: Turn) => number) => median(turns.map(of));
  return {
    requestsPerSecond: middle(({ requestsPerSecond }) => requestsPerSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    failed: sum(turns.map(({ failed }) => failed)),
    use: Object.fromEntries([...USERS, 'other' as const].map((user) => [user, middle(({ use }) => use[user])])) as Use,
  };
}

async function measureEngine(engine: Engine, print: (line: string) => void): Promise<Throughput[]> {
  const stage = await buildStage(engine, APIS);
  try {
    const token = await signIn(stage.apis[0] ?? '');
    const settings = [
      ...stage.apis.map((_, index) => ({ apis: index + 1, behindGateway: false, at: stage.apis.slice(0, index + 1) })),
      { apis: APIS, behindGateway: true, at: [stage.gateway] },
    ];
    const turns = settings.map((): Turn[] => []);
    // The first round is a warm-up and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [index, { at }] of settings.entries()) {
        const turn = await readFrom(stage, at, token);
        if (round > 0) turns[index]?.push(turn);
      }
      print(`  ${engine}: ${round === 0 ? 'warmed up' : `round ${round} of ${ROUNDS}`}`);
    }
    return settings.map(({ apis, behindGateway }, index) => ({
      engine,
      apis,
      behindGateway,
      ...summed(turns[index] ?? []),
    }));
  } finally {
    await stage.stop();
  }
}

export async function measureThroughput(print: (line: string) => void): Promise<Throughput[]> {
  const figures: Throughput[] = [];
  for (const engine of ENGINES) figures.push(...(await measureEngine(engine, print)));
  return figures;
}

/** Returns what limits the number of requests. */
export function limitOf({ apis, use }: Throughput, processors = cpus().length): string {
  if (use.other >= DISTURBED)
    return `other programs, which use ${use.other.toFixed(1)} processors: measure again without them`;
  const busiest = USERS.toSorted((one, other) => use[other] - use[one])[0];
  if (apis < processors && use.API / apis >= FULL) return 'the API: a process uses one processor, and has used it up';
  if (use.gateway >= FULL) return 'the gateway: a process uses one processor, and has used it up';
  if (use.load >= FULL) return 'the load itself, which one process makes';
  if (sum(USERS.map((user) => use[user])) >= FULL * processors)
    return `the machine's ${processors} processors are used up, most by ${busiest}`;
  return 'waiting: no processor is used up';
}

export function throughputReport(figures: readonly Throughput[]): string {
  const rows = figures.map((figure) => {
    const { engine, apis, behindGateway, requestsPerSecond, p50, p99, failed, use } = figure;
    const where = `${engine}, ${apis} API${apis > 1 ? 's' : ''}${behindGateway ? ' behind a gateway' : ''}`;
    const shares = [...USERS, 'other' as const].map((user) => `${user} ${use[user].toFixed(2)}`).join(', ');
    return [
      `  ${where.padEnd(36)} ${requestsPerSecond.toFixed(0).padStart(6)} reads a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed`,
      `    processors in use: ${shares}; limit: ${limitOf(figure)}`,
    ].join('\n');
  });
  return [
    `\nThroughput of reads (GET events, ${CONNECTIONS} at a time, medians of ${ROUNDS} turns of ${SECONDS} s; ${cpus().length} processors for everything, the load too)`,
    ...rows,
  ].join('\n');
}
