/**
 * Kills the primary database at random moments while phones write, makes the standby the primary, and builds a new
 * standby.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { backoff, SURVEY_BACKOFF } from 'shell/backoff';
import { quantile } from 'tools/bench/statistics';
import { GOOD } from 'tools/commands/production/testing/settings';
import { freePorts } from 'tools/commands/running/ports';
import { makePeople, type Person } from '../restarts/people.ts';
import { compareDeliveries, type Deliveries, useWhile } from '../restarts/restarts.ts';
import { LIMITS, PARTS, ServerProcess, startInOrder } from '../restarts/server-process.ts';
import { Cluster } from './cluster.ts';

const POLL_INTERVAL_MS = 20;
/** Longest random time between a working standby and the next kill, in milliseconds. */
const MAX_UNTIL_KILL_MS = 2_000;
/** The app's request timeout (`shared-ui/src/platform/http/client.ts`), in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
const COUNTS = { api: 2, recorder: 1, gateway: 0 };

export interface FailoverPlan {
  kills: number;
  phones: number;
  /** Decides about the moments of the kills. */
  seed: number;
  /** Called after each kill with its number and how long the product was out, in milliseconds. */
  onKill?: (kill: number, outMs: number) => void;
}

export interface FailoverResult extends Deliveries {
  /** Receipts that phones have, by the survey's idempotency key. */
  receipts: Map<string, string>;
  handedIn: number;
  /** Calls that failed, by status; 0: no response. */
  failed: Map<number, number>;
  /** For each kill, the milliseconds until the standby was the primary, and until all processes were ready. */
  promotedMs: number[];
  outMs: number[];
  /** How long phones waited for each write, with their retries, in milliseconds. */
  waitedMs: number[];
}

/** Returns numbers from 0 to 1 that a seed decides (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Call = [url: string, body: unknown, headers: Record<string, string>];

/** A phone that sends surveys and reports their receipts, each until it is acknowledged. */
class WritingPhone {
  readonly #person: Person;
  readonly #services: readonly ServerProcess[];
  readonly #met: FailoverResult;

  constructor(person: Person, services: readonly ServerProcess[], met: FailoverResult) {
    this.#person = person;
    this.#services = services;
    this.#met = met;
  }

  async use(isOver: () => boolean, putDown: AbortSignal): Promise<void> {
    const { email, name, password } = this.#person;
    const session = { username: email, password };
    const signIn = this.#untilGood(() => [`${this.#urlOf('api')}/api/v1/sessions`, session, {}], putDown);
    const { token } = (await signIn) as { token: string };
    while (!isOver()) {
      this.#met.handedIn += 1;
      const key = crypto.randomUUID();
      const survey = { Hospital: 'Northside General Hospital', Survey: 'admission', Email: email, Name: name };
      const body = { ...survey, Responses: [{ question: 'triageOption', answer: 4 }] };
      const headers = { authorizer: GOOD.RECORDER_AUTHORIZER, 'idempotency-key': key };
      const receipt = await this.#untilGood(() => [`${this.#urlOf('recorder')}/`, body, headers], putDown);
      const { receiptId } = receipt as { receiptId: string };
      this.#met.receipts.set(key, receiptId);
      const report = { survey: 'admission', receiptId };
      const authorization = { authorization: `Bearer ${token}` };
      await this.#untilGood(() => [`${this.#urlOf('api')}/api/v1/survey-receipts`, report, authorization], putDown);
    }
  }

  #urlOf(part: 'api' | 'recorder'): string {
    const processes = this.#services.filter((service) => service.part === part);
    return processes[Math.floor(Math.random() * processes.length)]?.url ?? '';
  }

  /** Repeats a call like the app, and never before `retry-after`. @throws once `putDown` is aborted */
  async #untilGood(call: () => Call, putDown: AbortSignal): Promise<unknown> {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#send(call(), putDown);
      if (answer.status >= 200 && answer.status < 300) {
        this.#met.waitedMs.push(performance.now() - began);
        return answer.text === '' ? undefined : JSON.parse(answer.text);
      }
      this.#met.failed.set(answer.status, (this.#met.failed.get(answer.status) ?? 0) + 1);
      await wait(backoff(tries, Math.random(), SURVEY_BACKOFF, answer.retryMs), undefined, { signal: putDown });
    }
  }

  async #send([url, body, headers]: Call, putDown: AbortSignal) {
    const signal = AbortSignal.any([putDown, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const json = { 'content-type': 'application/json', ...headers };
    try {
      const answer = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body), signal });
      const retryMs = Number(answer.headers.get('retry-after') ?? 0) * 1_000;
      return { status: answer.status, text: await answer.text(), retryMs };
    } catch {
      return { status: 0, text: '', retryMs: 0 };
    }
  }
}

async function failOver(cluster: Cluster, services: readonly ServerProcess[], met: FailoverResult): Promise<void> {
  await cluster.killPrimary();
  const killed = performance.now();
  await cluster.promote();
  met.promotedMs.push(performance.now() - killed);
  await Promise.all(services.map((service) => service.whenReady()));
  met.outMs.push(performance.now() - killed);
  await cluster.addStandby();
}

/** Starts two APIs and a recorder on a cluster, and runs phones while its primary is killed. */
export async function failOverMeanwhile({ kills, phones, seed, onKill }: FailoverPlan): Promise<FailoverResult> {
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-failovers-'));
  const cluster = await Cluster.start();
  const services: ServerProcess[] = [];
  try {
    const settings = { ...GOOD, DATABASE_URL: cluster.url, DATA_ROOT: folder, LOG_LEVEL: 'warn', ...LIMITS };
    const env = { ...process.env, ...settings, SURVEY_TOKENS: 'optional' };
    await mkdir(join(folder, 'logs'));
    const parts = PARTS.flatMap((part) => Array.from({ length: COUNTS[part] }, () => part));
    for (const [index, port] of (await freePorts(parts.length)).entries()) {
      const part = parts[index] ?? 'api';
      const log = join(folder, 'logs', `${index}.log`);
      services.push(new ServerProcess(`${part} ${index}`, part, { port, env, log }));
    }
    await startInOrder(services, (service) => service.spawn());
    const people = await makePeople(cluster.url, phones);
    const times = { promotedMs: [], outMs: [], waitedMs: [] };
    const none: Deliveries = { lost: [], surplus: 0, unreported: 0, migrations: [] };
    const met: FailoverResult = { ...none, ...times, receipts: new Map(), handedIn: 0, failed: new Map() };
    const random = seeded(seed);
    const using = people.map((person) => {
      const phone = new WritingPhone(person, services, met);
      return (...until: Parameters<WritingPhone['use']>) => phone.use(...until);
    });
    await useWhile(using, async () => {
      for (let kill = 0; kill < kills; kill += 1) {
        const before = met.receipts.size;
        while (met.receipts.size < before + phones) await wait(POLL_INTERVAL_MS);
        await wait(random() * MAX_UNTIL_KILL_MS);
        await failOver(cluster, services, met);
        onKill?.(kill + 1, met.outMs.at(-1) ?? 0);
      }
    });
    return { ...met, ...(await compareDeliveries(cluster.url, met)) };
  } finally {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function spread(times: readonly number[]): string {
  return `p50 ${seconds(quantile(times, 0.5))}, longest ${seconds(quantile(times, 1))}`;
}

export function failoversReport({ kills, phones, seed }: FailoverPlan, result: FailoverResult): string {
  const { handedIn, receipts, lost, surplus, unreported, failed, promotedMs, outMs, waitedMs } = result;
  const statuses = [...failed].sort().map(([status, count]) => `${count} times ${status || 'no response'}`);
  return [
    `Failovers: primary killed ${kills} times under ${phones} phones (seed ${seed})`,
    `  ${handedIn} surveys, ${receipts.size} receipts: ${lost.length} lost, ${surplus} surplus, ${unreported} not reported once`,
    `  out until the standby was promoted: ${spread(promotedMs)}; until all processes were ready: ${spread(outMs)}`,
    `  a phone waited for a write: ${spread(waitedMs)}; calls refused: ${statuses.join(', ') || 'none'}`,
  ].join('\n');
}
