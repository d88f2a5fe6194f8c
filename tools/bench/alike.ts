import { Servers } from './servers.ts';
import { medianInterval, quantile } from './statistics.ts';
import type { Verdict } from './verdicts.ts';

/** Durations of one call for people with and without an account, in milliseconds, in the order of the pairs. */
interface AlikeTimes {
  known: number[];
  unknown: number[];
}

/** Number of pairs of calls. Each email is used once, because every email has its own limits. */
const PAIRS = 300;
/** Uncounted calls at the start: a process's first calls are slower than all later ones. */
const WARM_UP = 10;
/** Maximum relative difference between the two medians. */
const TOLERANCE = 0.1;
const PASSWORD = 'Sturdy-river-pass7';

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
  const times: AlikeTimes = { known: [], unknown: [] };
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

/** Checks whether response times reveal who has an account, with interleaved pairs of calls to an API with new data. */
export const measureAlike = (): Promise<Verdict[]> =>
  Servers.use(async (servers) => {
    // All of the bench's clients share one network address.
    const { url } = await servers.start('API', { LIMIT_LOGIN_FAILURES_PER_ADDRESS: '100000' });
    await makeAccounts(url);
    const verdicts: Verdict[] = [];
    for (const call of CALLS) {
      const { known, unknown } = await measureCall(url, call);
      const medians = [quantile(known, 0.5), quantile(unknown, 0.5)] as const;
      const ratio = medians[0] / medians[1];
      const { low, high } = medianInterval(known.map((time, index) => time / (unknown[index] ?? Number.NaN)));
      verdicts.push({
        aim: `${call.call}: time with an account / without within ${TOLERANCE * 100} %`,
        found: `${medians.map((ms) => ms.toFixed(2)).join(' / ')} ms = ${ratio.toFixed(3)} (pairs, 95 %: ${low.toFixed(3)} to ${high.toFixed(3)})`,
        ok: Math.abs(ratio - 1) <= TOLERANCE,
      });
    }
    return verdicts;
  });
