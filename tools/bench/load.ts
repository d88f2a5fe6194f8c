import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../commands/running/ports.ts';
import { Services } from '../commands/running/services.ts';
import type { Verdict } from './budgets.ts';
import { ACCOUNT } from './servers.ts';
import { quantile } from './statistics.ts';

/** Promise 10 of docs/security.md: number of concurrent phones, and duration in milliseconds. */
const PHONES = 50;
const LOAD_MS = 60_000;
/** The app's request timeout, in milliseconds (`shared-ui/src/platform/http/client.ts`). */
const REQUEST_TIMEOUT_MS = 10_000;
/** Average pause between steps, in milliseconds. */
const STEP_PAUSE_MS = 1_000;

/** Duration of a round of reads in milliseconds; rounds without and with sign-ins alternate. */
const ROUND_MS = 6_000;
const ROUNDS = 4;
const READERS = 4;
const BURST = 50;
/** Number of consecutive reads that must overtake a burst. */
const OVERTAKING = 5;
/** Maximum slowdown factor of reads during a burst of sign-ins. */
const SLOWER = 2;

const STEPS = ['login', 'home', 'survey'] as const;
type Step = (typeof STEPS)[number];

/** Durations of each step in milliseconds, and errors. */
interface Load {
  ms: Record<Step, number[]>;
  errors: string[];
  seconds: number;
  /** Durations of single reads, without and during a burst of sign-ins. */
  reads: { quiet: number[]; burst: number[] };
  logins: number;
  /** Number of sign-ins of a burst still pending when later reads had been answered. */
  overtaken: number;
}

interface Servers {
  api: string;
  recorder: string;
}

const HOME_CALLS = ['v1/users/me', 'events', 'v1/profiles', 'v1/notifications'];

async function call(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response;
}

const posting = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function logIn({ api }: Servers): Promise<Record<string, string>> {
  const answer = await call(`${api}/api/v1/sessions`, posting(ACCOUNT));
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
}

async function openHome({ api }: Servers, headers: Record<string, string>): Promise<void> {
  const answers = await Promise.all(HOME_CALLS.map((path) => call(`${api}/api/${path}`, { headers })));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
}

async function sendSurvey({ api, recorder }: Servers, session: Record<string, string>): Promise<void> {
  const payload = {
    Hospital: 'Northside General Hospital',
    Survey: 'admission',
    Responses: [{ question: 'triageOption', answer: 4 }],
    Email: ACCOUNT.username,
    Name: 'Jordan Avery',
  };
  const headers = { authorizer: 'demo-recorder-key', 'idempotency-key': crypto.randomUUID() };
  const taken = (await (await call(recorder, posting(payload, headers))).json()) as { receiptId: string };
  await call(`${api}/api/v1/survey-receipts`, posting({ survey: 'admission', receiptId: taken.receiptId }, session));
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** One phone: signs in, opens home and sends a survey, repeatedly until the time is over. */
async function usePhone(servers: Servers, until: number, load: Load): Promise<void> {
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    load.ms[step].push(performance.now() - began);
    await pause(STEP_PAUSE_MS * (0.5 + Math.random()));
    return result;
  };
  await pause(STEP_PAUSE_MS * Math.random());
  while (performance.now() < until) {
    try {
      const session = await timed('login', () => logIn(servers));
      await timed('home', () => openHome(servers, session));
      await timed('survey', () => sendSurvey(servers, session));
    } catch (error) {
      load.errors.push(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Repeats `work` until the time is over, `count` in parallel. */
async function keepDoing(count: number, ms: number, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + ms;
  const one = async () => {
    while (performance.now() < until) await work();
  };
  await Promise.all(Array.from({ length: count }, one));
}

async function readFor(servers: Servers, headers: Record<string, string>, times: number[]): Promise<void> {
  await keepDoing(READERS, ROUND_MS, async () => {
    const began = performance.now();
    await (await call(`${servers.api}/api/events`, { headers })).arrayBuffer();
    times.push(performance.now() - began);
    // Without a pause, the readers would measure their own load.
    await pause(20);
  });
}

async function measureReads(servers: Servers, load: Load): Promise<void> {
  const headers = await logIn(servers);
  await readFor(servers, headers, []);
  for (let round = 0; round < ROUNDS; round += 1) {
    await readFor(servers, headers, load.reads.quiet);
    const burst = keepDoing(BURST, ROUND_MS, async () => {
      await logIn(servers);
      load.logins += 1;
    });
    await readFor(servers, headers, load.reads.burst);
    await burst;
  }
}

async function startServers(services: Services, home: string): Promise<Servers> {
  const [api = 0, recorder = 0] = await freePorts(2);
  const env = {
    HOST: '127.0.0.1',
    DATA_DIR: join(home, 'data'),
    LOG_LEVEL: 'warn',
    LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '1000000',
  };
  const urls = { api: `http://127.0.0.1:${api}`, recorder: `http://127.0.0.1:${recorder}/` };
  await services.start({
    name: 'API',
    script: 'mock-api/src/server.ts',
    env: { ...env, PORT: String(api) },
    health: `${urls.api}/api/health`,
  });
  await services.start({
    name: 'recorder',
    script: 'mock-api/src/recorder/server.ts',
    env: { ...env, PORT: String(recorder) },
    health: `${urls.recorder}health`,
  });
  return urls;
}

/** Runs a load test against a separate API and recorder with fresh data. */
async function underLoad(work: (servers: Servers, load: Load) => Promise<void>): Promise<Load> {
  const home = await mkdtemp(join(tmpdir(), 'lodestar-load-'));
  const services = new Services(join(home, 'logs'));
  const load: Load = {
    ms: { login: [], home: [], survey: [] },
    errors: [],
    seconds: 0,
    reads: { quiet: [], burst: [] },
    logins: 0,
    overtaken: 0,
  };
  try {
    await work(await startServers(services, home), load);
    return load;
  } finally {
    await services.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function usePhones(servers: Servers, load: Load, forMs: number): Promise<void> {
  const began = performance.now();
  await Promise.all(Array.from({ length: PHONES }, () => usePhone(servers, began + forMs, load)));
  load.seconds = (performance.now() - began) / 1000;
}

/**
 * Starts a burst of sign-ins and reads once the first has finished. Returns how many sign-ins are still pending after
 * the reads.
 */
async function overtake(servers: Servers): Promise<number> {
  const headers = await logIn(servers);
  let waiting = BURST;
  const burst = Array.from({ length: BURST }, async () => {
    await logIn(servers);
    waiting -= 1;
  });
  await Promise.race(burst);
  for (let read = 0; read < OVERTAKING; read += 1) {
    await (await call(`${servers.api}/api/events`, { headers })).arrayBuffer();
  }
  const overtaken = waiting;
  await Promise.all(burst);
  return overtaken;
}

/** Runs the phones for `phonesMs` milliseconds, then reads that overtake a burst of sign-ins. */
export const measureBriefly = (phonesMs: number): Promise<Load> =>
  underLoad(async (servers, load) => {
    await usePhones(servers, load, phonesMs);
    load.overtaken = await overtake(servers);
  });

/** Runs the phones, then reads during a burst of sign-ins. */
export const measureLoad = (): Promise<Load> =>
  underLoad(async (servers, load) => {
    await usePhones(servers, load, LOAD_MS);
    await measureReads(servers, load);
  });

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** Formats the phones' results, one line per step. */
function phonesReport({ ms: times, errors, seconds }: Load): string {
  const steps = STEPS.map((step) => {
    const all = times[step];
    const p = (share: number) => ms(quantile(all, share));
    return `  ${step}: ${(all.length / seconds).toFixed(1)} a second, p50 ${p(0.5)}, p99 ${p(0.99)}`;
  });
  const first = errors[0] === undefined ? '' : ` (${errors[0]})`;
  return [`Load: ${PHONES} phones for ${seconds.toFixed(0)} s, ${errors.length} errors${first}`, ...steps].join('\n');
}

/** Formats the phones' results, and how many sign-ins the reads overtook. */
export const briefReport = (load: Load): string =>
  `${phonesReport(load)}\n  ${OVERTAKING} reads overtook ${load.overtaken} of ${BURST} sign-ins`;

/** Whether reads overtake most of the sign-ins started before them. */
export const readsOvertake = ({ overtaken }: Load): boolean => overtaken > BURST / 2;

/** Formats the phones' results, and the durations of reads with and without sign-ins. */
export function loadReport(load: Load): string {
  const { reads, logins } = load;
  const line = (name: string, all: number[]) =>
    `  a read ${name}: p50 ${ms(quantile(all, 0.5))}, p99 ${ms(quantile(all, 0.99))} (${all.length} reads)`;
  return [
    `\n${phonesReport(load)}`,
    `Reads beside a burst of ${BURST} logins at a time (${(logins / ((ROUNDS * ROUND_MS) / 1000)).toFixed(1)} a second)`,
    line('without sign-ins', reads.quiet),
    line('during the burst', reads.burst),
  ].join('\n');
}

/** Checks that nothing fails and that a burst of sign-ins does not slow down reads. */
export function judgeLoad({ errors, reads }: Load): Verdict[] {
  const ratio = quantile(reads.burst, 0.5) / quantile(reads.quiet, 0.5);
  return [
    { aim: `${PHONES} phones: no errors`, found: String(errors.length), ok: errors.length === 0 },
    {
      aim: `a burst of logins: reads at most ${SLOWER} times as slow (medians)`,
      found: ratio.toFixed(2),
      ok: ratio <= SLOWER,
    },
  ];
}
