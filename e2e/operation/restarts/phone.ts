/** A phone with the app's behaviour: the order of its calls, its timeouts and its retries. */
import { setTimeout as wait } from 'node:timers/promises';
import { backoff, STREAM_BACKOFF, SURVEY_BACKOFF } from 'shell/backoff';
import { GOOD } from 'tools/commands/production/testing/settings';
import type { BalancedResponse, Balancer } from './balancer.ts';
import type { Person } from './people.ts';

/** The app's request timeout (`shared-ui/src/platform/http/client.ts`), in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Average pause between steps, in milliseconds. */
const STEP_PAUSE_MS = 1_000;
const HOME_CALLS = ['v1/users/me', 'events', 'v1/profiles', 'v1/notifications'];

export const STEPS = ['page', 'sign-in', 'home', 'survey'] as const;
export type Step = (typeof STEPS)[number];

/** Totals over all phones. */
export interface Met {
  requests: number;
  /** Calls without a successful response, whether or not the app retries them, with cause and time. */
  failed: string[];
  cut: number;
  /** Number of 409 responses: the recorder was still processing the survey. */
  inFlight: number;
  /** Receipts returned to phones, by idempotency key. */
  receipts: Map<string, string>;
  streams: number;
  handedIn: number;
  ms: { [step in Step]: number[] };
}

export const nothingMet = (): Met => ({
  requests: 0,
  failed: [],
  cut: 0,
  inFlight: 0,
  receipts: new Map(),
  streams: 0,
  handedIn: 0,
  ms: { page: [], 'sign-in': [], home: [], survey: [] },
});

interface CallOptions {
  body?: unknown;
  headers?: { [name: string]: string };
}

export class Phone {
  readonly #person: Person;
  readonly #balancer: Balancer;
  readonly #met: Met;
  /** Describes the current disturbance, for failure messages. */
  readonly #meanwhile: () => string;

  constructor(person: Person, balancer: Balancer, met: Met, meanwhile: () => string) {
    this.#person = person;
    this.#balancer = balancer;
    this.#met = met;
    this.#meanwhile = meanwhile;
  }

  /**
   * Runs the app from its start to a submitted survey, repeatedly until it is over.
   * @param putDown aborts endless retries once no server will respond; `use` then rejects
   */
  async use(isOver: () => boolean, putDown: AbortSignal): Promise<void> {
    await wait(STEP_PAUSE_MS * Math.random());
    while (!isOver()) {
      const usesTokens = await this.#timed('page', () => this.#openPage());
      const session = await this.#timed('sign-in', () => this.#signIn());
      // The user sees the error and tries again.
      if (session === undefined) continue;
      const closed = new AbortController();
      const following = this.#followStream(session, closed.signal);
      try {
        await this.#timed('home', () => this.#openHome(session));
        await this.#timed('survey', () => this.#sendSurvey(session, usesTokens, putDown));
      } finally {
        closed.abort();
        await following;
      }
    }
  }

  async #timed<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    this.#met.ms[step].push(performance.now() - began);
    await wait(STEP_PAUSE_MS * (0.5 + Math.random()));
    return result;
  }

  /**
   * Makes one call. Resolves with undefined if there was no response. Every status but 2xx counts as failed, except
   * 409.
   */
  async #ask(
    method: string,
    path: string,
    { body, headers = {} }: CallOptions = {},
  ): Promise<BalancedResponse | undefined> {
    this.#met.requests += 1;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const call = {
      method,
      path,
      headers: { accept: 'application/json', ...json, ...headers },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    };
    const late = new AbortController();
    try {
      const timeout = wait(REQUEST_TIMEOUT_MS, undefined, { signal: late.signal });
      const answer = await Promise.race([this.#balancer.send(call), timeout]);
      if (answer === undefined) this.#met.cut += 1;
      else if (answer.status === 409) this.#met.inFlight += 1;
      else if (answer.status >= 300) this.#fail(call, `answered ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer;
    } catch (error) {
      this.#fail(call, error);
      return undefined;
    } finally {
      late.abort();
    }
  }

  /** Loads a page with its scripts. Returns whether its configuration says that surveys need tokens. */
  async #openPage(): Promise<boolean> {
    const page = await this.#ask('GET', '/', { headers: { accept: 'text/html' } });
    const scripts = [...(page?.text.matchAll(/(?:src|href)="(\/shell\/[^"]+\.js)"/g) ?? [])].map(
      ([, path = '']) => path,
    );
    await Promise.all(scripts.map((path) => this.#ask('GET', path)));
    return page?.text.includes('"surveyTokens":true') === true;
  }

  /** Keeps an event stream open until `closed`, and opens it again when it ends, like the app. */
  async #followStream(token: string, closed: AbortSignal): Promise<void> {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const call = { method: 'GET', path: '/api/v1/stream?content=events', headers, body: undefined };
    while (!closed.aborted) {
      this.#met.requests += 1;
      try {
        const { status, body } = await this.#balancer.open(call);
        if (status === 200) this.#met.streams += 1;
        else this.#fail(call, `answered ${status}`);
        // A gateway that stops cuts its streams.
        body.on('error', () => undefined).resume();
        const ended = new Promise((resolve) => body.once('close', resolve));
        if (closed.aborted) body.destroy();
        closed.addEventListener('abort', () => body.destroy(), { once: true });
        await ended;
      } catch (error) {
        this.#fail(call, error);
      }
      await wait(backoff(1, Math.random(), STREAM_BACKOFF), undefined, { signal: closed }).catch(() => undefined);
    }
  }

  #fail({ method, path }: { method: string; path: string }, why: unknown): void {
    this.#met.failed.push(`${method} ${path} ${why}, ${this.#meanwhile()}`);
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

  /**
   * Sends a survey like the app's queue: one key until there is a receipt, with backoff, and never before
   * `retry-after`.
   */
  async #sendSurvey(token: string, usesTokens: boolean, putDown: AbortSignal): Promise<void> {
    const { email, name } = this.#person;
    this.#met.handedIn += 1;
    const key = crypto.randomUUID();
    const survey = { Hospital: 'Northside General Hospital', Survey: 'admission', Email: email, Name: name };
    const asking = {
      body: { ...survey, Responses: [{ question: 'triageOption', answer: 4 }] },
      headers: {
        authorizer: GOOD.RECORDER_AUTHORIZER,
        'idempotency-key': key,
        ...(usesTokens && { 'survey-token': await this.#surveyToken(token, putDown) }),
      },
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

  /** Gets a token for the survey that the person's only event asks for. */
  async #surveyToken(token: string, putDown: AbortSignal): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const events = await this.#untilGood(
      () => this.#ask('GET', '/api/events', { headers }),
      ({ text }) => JSON.parse(text) as { id: string }[],
      putDown,
    );
    const body = { about: events.map(({ id }) => id) };
    return this.#untilGood(
      () => this.#ask('POST', '/api/v1/survey-tokens', { body, headers }),
      ({ text }) => (JSON.parse(text) as { token: string }[])[0]?.token ?? '',
      putDown,
    );
  }

  /** @throws once `putDown` is aborted */
  async #untilGood<T>(
    ask: () => Promise<BalancedResponse | undefined>,
    read: (answer: BalancedResponse) => T,
    putDown: AbortSignal,
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask();
      if (answer && answer.status < 300) return read(answer);
      const askedForMs = Number(answer?.headers['retry-after'] ?? 0) * 1000;
      const pause = backoff(tries, Math.random(), SURVEY_BACKOFF, askedForMs);
      await wait(pause, undefined, { signal: putDown });
    }
  }
}
