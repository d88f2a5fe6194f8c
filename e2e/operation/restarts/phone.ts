/** A phone as the app makes it behave: which calls in which order, how long it waits, and what it tries again. */
import { setTimeout as wait } from 'node:timers/promises';
import { GOOD } from '../../../shell/commands/production/test-settings.ts';
import { backoff } from '../../../shell/src/surveys/outbox/backoff.ts';
import type { Answer, Balancer } from './balancer.ts';
import type { Person } from './people.ts';

/** So long the app waits for an answer (`shared-ui/src/platform/http/client.ts`), in milliseconds. */
const PATIENCE_MS = 10_000;
/** A person looks at what came before they go on, in milliseconds. */
const LOOK_MS = 1_000;
const HOME_CALLS = ['v1/users/me', 'events', 'v1/profiles', 'v1/notifications'];

export const STEPS = ['page', 'sign-in', 'home', 'survey'] as const;
export type Step = (typeof STEPS)[number];

/** What all phones met. */
export interface Met {
  requests: number;
  /** Calls without a good answer, whether or not the app tries them again; each with when and why. */
  failed: string[];
  /** Calls that a phone gave up by itself. */
  cut: number;
  /** Surveys that the recorder told to come back because it was taking them: 409. */
  inFlight: number;
  /** Receipts of surveys that phones were given, by their keys. */
  receipts: Map<string, string>;
  /** Surveys that people handed in. */
  handedIn: number;
  /** How long each step took, in milliseconds. */
  ms: { [step in Step]: number[] };
}

export const nothingMet = (): Met => ({
  requests: 0,
  failed: [],
  cut: 0,
  inFlight: 0,
  receipts: new Map(),
  handedIn: 0,
  ms: { page: [], 'sign-in': [], home: [], survey: [] },
});

interface Asking {
  body?: unknown;
  headers?: { [name: string]: string };
}

export class Phone {
  readonly #person: Person;
  readonly #balancer: Balancer;
  readonly #met: Met;
  /** What is going on meanwhile, for the messages about failures. */
  readonly #meanwhile: () => string;

  constructor(person: Person, balancer: Balancer, met: Met, meanwhile: () => string) {
    this.#person = person;
    this.#balancer = balancer;
    this.#met = met;
    this.#meanwhile = meanwhile;
  }

  /**
   * Uses the app from its start to a sent survey, again and again until it is over.
   * @param putDown ends what it tries again and again, where nothing is left that could answer: then it throws
   */
  async use(isOver: () => boolean, putDown: AbortSignal): Promise<void> {
    await wait(LOOK_MS * Math.random());
    while (!isOver()) {
      await this.#timed('page', () => this.#ask('GET', '/', { headers: { accept: 'text/html' } }));
      const session = await this.#timed('sign-in', () => this.#signIn());
      // The person reads that it did not work, and tries again.
      if (session === undefined) continue;
      await this.#timed('home', () => this.#openHome(session));
      await this.#timed('survey', () => this.#sendSurvey(session, putDown));
    }
  }

  async #timed<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    this.#met.ms[step].push(performance.now() - began);
    await wait(LOOK_MS * (0.5 + Math.random()));
    return result;
  }

  /** Makes one call. Returns undefined where there was no answer; what is not 2xx counts as failed, but for a survey in flight. */
  async #ask(method: string, path: string, { body, headers = {} }: Asking = {}): Promise<Answer | undefined> {
    this.#met.requests += 1;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const call = {
      method,
      path,
      headers: { accept: 'application/json', ...json, ...headers },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    };
    const fail = (why: unknown) => void this.#met.failed.push(`${method} ${path} ${why}, ${this.#meanwhile()}`);
    const late = new AbortController();
    try {
      const patience = wait(PATIENCE_MS, undefined, { signal: late.signal });
      const answer = await Promise.race([this.#balancer.send(call), patience]);
      if (answer === undefined) this.#met.cut += 1;
      else if (answer.status === 409) this.#met.inFlight += 1;
      else if (answer.status >= 300) fail(`answered ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer;
    } catch (error) {
      fail(error);
      return undefined;
    } finally {
      late.abort();
    }
  }

  async #signIn(): Promise<string | undefined> {
    const { email: username, password } = this.#person;
    const answer = await this.#ask('POST', '/api/v1/sessions', { body: { username, password } });
    return answer?.status === 200 ? (JSON.parse(answer.text) as { token: string }).token : undefined;
  }

  async #openHome(token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    await Promise.all(HOME_CALLS.map((path) => this.#ask('GET', `/api/${path}`, { headers })));
  }

  /** As the app's queue does: under one key until there is a receipt, later and later, and never before the time it is told. */
  async #sendSurvey(token: string, putDown: AbortSignal): Promise<void> {
    const { email, name } = this.#person;
    this.#met.handedIn += 1;
    const key = crypto.randomUUID();
    const survey = { Hospital: 'Northside General Hospital', Survey: 'admission', Email: email, Name: name };
    const asking = {
      body: { ...survey, Responses: [{ question: 'triageOption', answer: 4 }] },
      headers: { authorizer: GOOD.RECORDER_AUTHORIZER, 'idempotency-key': key },
    };
    const receiptId = await this.#untilGood(
      () => this.#ask('POST', '/recorder/', asking),
      ({ text }) => (JSON.parse(text) as { receiptId: string }).receiptId,
      putDown,
    );
    this.#met.receipts.set(key, receiptId);
    const report = { body: { survey: 'admission', receiptId }, headers: { authorization: `Bearer ${token}` } };
    await this.#untilGood(
      () => this.#ask('POST', '/api/v1/survey-receipts', report),
      () => undefined,
      putDown,
    );
  }

  /** @throws once it is put down */
  async #untilGood<T>(
    ask: () => Promise<Answer | undefined>,
    read: (answer: Answer) => T,
    putDown: AbortSignal,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask();
      if (answer && answer.status < 300) return read(answer);
      const pause = backoff(tries, Math.random(), Number(answer?.headers['retry-after'] ?? 0) * 1000);
      await wait(pause, undefined, { signal: putDown });
    }
  }
}
