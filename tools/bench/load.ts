import { setTimeout as pause } from 'node:timers/promises';
import { ACCOUNT, Servers, signIn } from './servers.ts';
import { quantile } from './statistics.ts';
import type { Verdict } from './verdicts.ts';

/** Promise 10 of docs/security.md: number of concurrent phones, and duration in milliseconds. */
const PHONES = 50;
const LOAD_MS = 60_000;
/** The app's request timeout, in milliseconds (`shared-ui/src/platform/http/client.ts`). */
const REQUEST_TIMEOUT_MS = 10_000;
/** In a test no request fails because the machine is slow. */
const TEST_REQUEST_TIMEOUT_MS = 300_000;
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

interface Services {
  api: string;
  recorder: string;
  /** Timeout of a request to them, in milliseconds. */
  timeoutMs: number;
}

const HOME_CALLS = ['v1/users/me', 'events', 'v1/profiles', 'v1/notifications'];

async function call({ timeoutMs }: Services, url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response;
}

const posting = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function logIn({ api, timeoutMs }: Services): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signIn(api, { signal: AbortSignal.timeout(timeoutMs) })}` };
}

async function openHome(services: Services, headers: Record<string, string>): Promise<void> {
  const answers = await Promise.all(
    HOME_CALLS.map((path) => call(services, `${services.api}/api/${path}`, { headers })),
  );
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
}

async function sendSurvey(services: Services, session: Record<string, string>): Promise<void> {
  const payload = {
    Hospital: 'Northside General Hospital',
    Survey: 'admission',
    Responses: [{ question: 'triageOption', answer: 4 }],
    Email: ACCOUNT.username,
    Name: 'Jordan Avery',
  };
  const headers = { authorizer: 'demo-recorder-key', 'idempotency-key': crypto.randomUUID() };
  const taken = (await (await call(services, services.recorder, posting(payload, headers))).json()) as {
    receiptId: string;
  };
  const receipt = { survey: 'admission', receiptId: taken.receiptId };
  await call(services, `${services.api}/api/v1/survey-receipts`, posting(receipt, session));
}

/** One phone: signs in, opens home and sends a survey, at least once and until the time is over. */
async function usePhone(services: Services, until: number, load: Load): Promise<void> {
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    load.ms[step].push(performance.now() - began);
    await pause(STEP_PAUSE_MS * (0.5 + Math.random()));
    return result;
  };
  await pause(STEP_PAUSE_MS * Math.random());
  do {
    try {
      const session = await timed('login', () => logIn(services));
      await timed('home', () => openHome(services, session));
      await timed('survey', () => sendSurvey(services, session));
    } catch (error) {
      load.errors.push(error instanceof Error ? error.message : String(error));
    }
  } while (performance.now() < until);
}

/** Repeats `work` until the time is over, `count` in parallel. */
async function keepDoing(count: number, ms: number, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + ms;
  const one = async () => {
    while (performance.now() < until) await work();
  };
  await Promise.all(Array.from({ length: count }, one));
}

async function readFor(services: Services, headers: Record<string, string>, times: number[]): Promise<void> {
  await keepDoing(READERS, ROUND_MS, async () => {
    const began = performance.now();
    await (await call(services, `${services.api}/api/events`, { headers })).arrayBuffer();
    times.push(performance.now() - began);
    // Without a pause, the readers would measure their own load.
    await pause(20);
  });
}

async function measureReads(services: Services, load: Load): Promise<void> {
  const headers = await logIn(services);
  await readFor(services, headers, []);
  for (let round = 0; round < ROUNDS; round += 1) {
    await readFor(services, headers, load.reads.quiet);
    const burst = keepDoing(BURST, ROUND_MS, async () => {
      await logIn(services);
      load.logins += 1;
    });
    await readFor(services, headers, load.reads.burst);
    await burst;
  }
}

/** Runs a load test against an API and a recorder with new data. */
const underLoad = (timeoutMs: number, work: (services: Services, load: Load) => Promise<void>): Promise<Load> =>
  Servers.use(async (servers) => {
    const settings = { LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '1000000' };
    const api = (await servers.start('API', settings)).url;
    const recorder = (await servers.start('recorder', settings)).url;
    const load: Load = {
      ms: { login: [], home: [], survey: [] },
      errors: [],
      seconds: 0,
      reads: { quiet: [], burst: [] },
      logins: 0,
      overtaken: 0,
    };
    await work({ api, recorder: `${recorder}/`, timeoutMs }, load);
    return load;
  });

async function usePhones(services: Services, load: Load, forMs: number): Promise<void> {
  const began = performance.now();
  await Promise.all(Array.from({ length: PHONES }, () => usePhone(services, began + forMs, load)));
  load.seconds = (performance.now() - began) / 1000;
}

/**
 * Starts a burst of sign-ins and reads once the first has finished. Returns how many sign-ins are still pending after
 * the reads.
 */
async function overtake(services: Services): Promise<number> {
  const headers = await logIn(services);
  let waiting = BURST;
  const burst = Array.from({ length: BURST }, async () => {
    await logIn(services);
    waiting -= 1;
  });
  await Promise.race(burst);
  for (let read = 0; read < OVERTAKING; read += 1) {
    await (await call(services, `${services.api}/api/events`, { headers })).arrayBuffer();
  }
  const overtaken = waiting;
  await Promise.all(burst);
  return overtaken;
}

/** Runs the phones for `phonesMs` milliseconds, then reads that overtake a burst of sign-ins. */
export const measureBriefly = (phonesMs: number): Promise<Load> =>
  underLoad(TEST_REQUEST_TIMEOUT_MS, async (services, load) => {
    await usePhones(services, load, phonesMs);
    load.overtaken = await overtake(services);
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

/** Runs the phones, then reads beside bursts of sign-ins: nothing may fail, and reads may not get much slower. */
export async function measureLoad(print: (line: string) => void): Promise<Verdict[]> {
  const load = await underLoad(REQUEST_TIMEOUT_MS, async (services, found) => {
    await usePhones(services, found, LOAD_MS);
    await measureReads(services, found);
  });
  const { errors, reads, logins } = load;
  const line = (name: string, all: number[]) =>
    `  a read ${name}: p50 ${ms(quantile(all, 0.5))}, p99 ${ms(quantile(all, 0.99))} (${all.length} reads)`;
  print(`\n${phonesReport(load)}`);
  print(`Reads beside a burst of ${BURST} sign-ins (${(logins / ((ROUNDS * ROUND_MS) / 1000)).toFixed(1)} a second)`);
  print(line('without sign-ins', reads.quiet));
  print(line('during the burst', reads.burst));
  const ratio = quantile(reads.burst, 0.5) / quantile(reads.quiet, 0.5);
  return [
    { aim: `${PHONES} phones: no errors`, found: String(errors.length), ok: errors.length === 0 },
    {
      aim: `a burst of sign-ins: reads at most ${SLOWER} times as slow (medians)`,
      found: ratio.toFixed(2),
      ok: ratio <= SLOWER,
    },
  ];
}
