import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../commands/running/ports.ts';
import { Services } from '../commands/running/services.ts';
import type { Verdict } from './budgets.ts';
import { medianInterval, quantile } from './statistics.ts';

/** Durations of one call for people with and without an account, in milliseconds, in the order of the pairs. */
export interface AlikeTimes {
  call: string;
  known: number[];
  unknown: number[];
}

/** Number of pairs of calls. Each email is used once, because every email has its own limits. */
const PAIRS = 300;
/** Uncounted calls at the start: a process's first calls are slower than all later ones. */
const WARM_UP = 10;
/** Maximum relative difference between the two medians. */
const TOLERANCE = 0.1;
const PASSWORD = 'Sturdy-pass7';

const CALLS = [
  {
    call: 'login',
    path: 'sessions',
    body: (email: string) => ({ username: email, password: 'Wrong-pass1' }),
    status: 401,
  },
  { call: 'forgot-password', path: 'users/forgot-password', body: (email: string) => ({ email }), status: 204 },
  { call: 'resend', path: 'users/resend-validation-email', body: (email: string) => ({ email }), status: 204 },
] as const;

const emailOf = (kind: 'known' | 'unknown', index: number) => `${kind}${index}@example.org`;

async function post(url: string, path: string, body: unknown): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

/** Creates accounts whose email is not validated, so that all three calls apply to them. */
async function makeAccounts(url: string): Promise<void> {
  for (let index = 0; index < PAIRS + WARM_UP; index += 1) {
    const { status } = await post(url, 'users/register', {
      firstName: 'Kim',
      lastName: 'Nguyen',
      email: emailOf('known', index),
      organization: 'Northside General Hospital',
      phoneNumber: '+14165550144',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    if (status !== 201) throw new Error(`Registering for the bench answered ${status}`);
  }
}

async function measureCall(url: string, { call, path, body, status }: (typeof CALLS)[number]): Promise<AlikeTimes> {
  const times: AlikeTimes = { call, known: [], unknown: [] };
  const ask = async (kind: 'known' | 'unknown', index: number) => {
    const answer = await post(url, path, body(emailOf(kind, index)));
    if (answer.status !== status) throw new Error(`${call} answered ${answer.status} to an address that is ${kind}`);
    if (index >= WARM_UP) times[kind].push(answer.ms);
  };
  for (let index = 0; index < PAIRS + WARM_UP; index += 1) {
    // The order alternates, so that neither kind always runs in the other's aftermath.
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) await ask(kind, index);
  }
  return times;
}

/** Measures interleaved pairs of calls to a separate API with a fresh database. */
export async function measureAlike(): Promise<AlikeTimes[]> {
  const home = await mkdtemp(join(tmpdir(), 'lodestar-alike-'));
  const services = new Services(join(home, 'logs'));
  try {
    const [port = 0] = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    await services.start({
      name: 'API',
      script: 'mock-api/src/server.ts',
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: join(home, 'data'),
        LOG_LEVEL: 'warn',
        // All of the bench's clients share one network address.
        LIMIT_LOGIN_FAILURES_PER_ADDRESS: '100000',
      },
      health: `${url}/api/health`,
    });
    await makeAccounts(url);
    const times: AlikeTimes[] = [];
    for (const call of CALLS) times.push(await measureCall(url, call));
    return times;
  } finally {
    await services.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Returns the ratio of the medians, and the 95 % confidence interval of the typical pair's ratio. */
function ratioOf({ known, unknown }: AlikeTimes): { ratio: number; low: number; high: number } {
  const pairs = known.map((time, index) => time / (unknown[index] ?? Number.NaN));
  return { ratio: quantile(known, 0.5) / quantile(unknown, 0.5), ...medianInterval(pairs) };
}

/** Checks whether response times reveal who has an account. */
export function judgeAlike(times: readonly AlikeTimes[]): Verdict[] {
  return times.map((measured) => {
    const { ratio, low, high } = ratioOf(measured);
    return {
      aim: `${measured.call}: time with an account / without within ${TOLERANCE * 100} %`,
      found: `${ratio.toFixed(3)} (pairs, 95 %: ${low.toFixed(3)} to ${high.toFixed(3)})`,
      ok: Math.abs(ratio - 1) <= TOLERANCE,
    };
  });
}
