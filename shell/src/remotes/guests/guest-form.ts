import { isObject, type SurveyAnswer, type SurveyContext } from 'shared-ui/contract';
import { RemoteError } from '../failure.ts';
import { fetchVerified, integrityFor, isListed } from '../loading/integrity.ts';
import { moveFrame, openFrame, type ReadyFrame } from './element.ts';
import { trackGuest } from './frozen-pages.ts';
import type { Appearance, FrameSetup, FromFrame, ToFrame } from './protocol.ts';

/** Maximum message length in characters: 50 answers of 4,000 characters, plus escapes. */
const MAX_MESSAGE = 500_000;
/** Rate limit. A form sends a message on every key press and height change. */
const MAX_PER_SECOND = 200;
/** Limits of a survey (docs/swap-the-surveys-remote.md#answers). */
const MAX_ANSWERS = 50;
const MAX_QUESTION = 200;
const MAX_ANSWER = 4_000;

const isAnswer = (value: unknown): value is SurveyAnswer =>
  isObject(value) &&
  typeof value.question === 'string' &&
  value.question.length <= MAX_QUESTION &&
  (typeof value.answer === 'number' || (typeof value.answer === 'string' && value.answer.length <= MAX_ANSWER));

/** Returns the answers in a frame's message, without any extra fields; undefined if they are invalid. */
export function parseAnswers(value: unknown): SurveyAnswer[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_ANSWERS || !value.every(isAnswer)) return undefined;
  return value.map(({ question, answer }) => ({ question, answer }));
}

/** Parses a frame's message; undefined if it is invalid. The caller must still validate its fields. */
export function readMessage(data: unknown): FromFrame | undefined {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE) return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return isObject(message) && typeof message.kind === 'string' ? (message as FromFrame) : undefined;
  } catch {
    return undefined;
  }
}

/** Rate limiter with fixed periods. */
export class RateLimiter {
  readonly #limit: number;
  readonly #period: number;
  #currentPeriod = 0;
  #count = 0;

  /**
   * @param limit maximum count per period
   * @param period length of a period (ms)
   */
  constructor(limit = MAX_PER_SECOND, period = 1_000) {
    this.#limit = limit;
    this.#period = period;
  }

  /** Counts one event. Returns whether the current period is still within the limit. */
  allows(now = performance.now()): boolean {
    const period = Math.floor(now / this.#period);
    this.#count = period === this.#currentPeriod ? this.#count + 1 : 1;
    this.#currentPeriod = period;
    return this.#count <= this.#limit;
  }
}

/** Maximum submits per ten minutes. */
const MAX_SUBMITS = 10;
const SUBMITS_MS = 600_000;

/** Returns a function that submits a form's answers, one at a time and rate limited. Rejects if they are not sent. */
function rateLimitedSubmit({ submit }: Pick<SurveyContext, 'submit'>): (value: unknown) => Promise<unknown> {
  const limiter = new RateLimiter(MAX_SUBMITS, SUBMITS_MS);
  let isSending = false;
  return async (value) => {
    const answers = parseAnswers(value);
    if (!answers) throw new Error('invalid answers');
    if (isSending || !limiter.allows()) throw new Error('too many submits');
    isSending = true;
    try {
      return await submit(answers);
    } finally {
      isSending = false;
    }
  };
}

/**
 * Returns the bytes of a file that a guest requests. Only files listed in manifests are fetched: a URL of the guest's
 * choosing could leak data.
 * @throws RemoteError if a listed file is missing or changed
 */
async function fetchListedFile(remote: string, url: string): Promise<ArrayBuffer> {
  if (!isListed(url)) throw new Error(`${url} is not listed`);
  return fetchVerified({ part: 'CHUNK', url, remote, integrity: integrityFor(url) });
}

/** Timeout for a form of which nothing is visible, or that has stopped answering (ms; product-rules.md#constants). */
const NOT_SHOWN_MS = 10_000;
/** Ping interval (ms). */
const PING_MS = 2_000;
/** Maximum height of a form in pixels. */
const MAX_HEIGHT = 30_000;
const MAX_REASON = 500;

/** Returns the page's appearance. The font size is resolved: it depends on the page's width, not the frame's. */
function pageAppearance(): Appearance {
  const { documentElement: root } = document;
  const attributes = [...root.attributes].map(({ name, value }): [string, string] => [name, value]);
  return { attributes: [...attributes, ['style', `font-size: ${getComputedStyle(root).fontSize}`]] };
}

/** A guest, ready to be mounted. */
export interface Guest {
  /** `name@version` */
  remote: string;
  /** Sent to every frame of this guest. */
  setup: FrameSetup;
  /** Frame opened while the guest's files were being fetched. */
  ready: ReadyFrame | undefined;
}

/** Prepares a frame as far as possible before the guest's own code runs. */
export function prepare({ port }: ReadyFrame, setup: FrameSetup): void {
  const message: ToFrame = { kind: 'prepare', ...setup };
  port.then((end) => end.postMessage(message));
}

/** The page's side of a guest's form. Whatever ends it, except `end`, is reported to the context as a failure. */
export class GuestForm {
  readonly #remote: string;
  readonly #context: SurveyContext;
  readonly #frame: HTMLIFrameElement;
  readonly #ended = new AbortController();
  readonly #messages = new RateLimiter();
  readonly #submit: (answers: unknown) => Promise<unknown>;
  readonly #noteAlive: () => void;
  #port: MessagePort | undefined;
  /** Whether something of the form is visible, as measured by our script in its frame (frame/visible.ts). */
  #isShown = false;
  #lastShownAt = performance.now();
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #onShown: (isShown: boolean) => void = () => undefined;
  #fileFailure: RemoteError | undefined;

  constructor(guest: Guest, place: HTMLElement, context: SurveyContext) {
    this.#remote = guest.remote;
    this.#context = context;
    this.#submit = rateLimitedSubmit(context);
    this.#noteAlive = trackGuest(guest.remote, this.#ended.signal);
    let { ready } = guest;
    if (!ready || !moveFrame(ready, place)) {
      ready = openFrame(place);
      prepare(ready, guest.setup);
    }
    this.#frame = ready.frame;
    this.#watch();
    ready.port.then((port) => this.#start(port));
  }

  /** Calls the listener with whether something of the form is visible: now, and on every change. */
  whenShown(listener: (isShown: boolean) => void): void {
    this.#onShown = listener;
    listener(this.#isShown);
  }

  /** Removes the form and everything it runs. Idempotent. */
  end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    clearTimeout(this.#deadline);
    this.#port?.close();
    this.#frame.remove();
  }

  #fail(code: 'TIMEOUT' | 'EXPORT_INVALID' | 'RENDER_FAILED', reason: string): void {
    if (this.#ended.signal.aborted) return;
    // First, while the page can still see whether the form has the focus.
    this.#context.fail(this.#fileFailure ?? new RemoteError(code, this.#remote, reason));
    this.end();
  }

  #send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  #start(port: MessagePort): void {
    if (this.#ended.signal.aborted) return;
    const { keepDraft: _keep, submit: _submit, done: _done, fail: _fail, ...facts } = this.#context;
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
    // The frame's process has ended, for example out of memory.
    port.addEventListener('close', () => this.#fail('RENDER_FAILED', 'the frame was closed'));
    this.#sendAppearance();
    this.#send({ kind: 'start', facts });
  }

  /** Watches for silence, navigation of the frame, floods of window messages, and appearance changes of the page. */
  #watch(): void {
    const pingTimer = setInterval(() => this.#ping(), PING_MS);
    const onVisibility = () => this.#startDeadline();
    this.#startDeadline();
    const onChange = () => this.#sendAppearance();
    const observer = new MutationObserver(onChange);
    observer.observe(document.documentElement, { attributes: true });
    this.#frame.addEventListener('left', () => this.#fail('RENDER_FAILED', 'navigated its frame'));
    const onMessage = ({ source }: MessageEvent) => {
      const isFlood = source !== null && source === this.#frame.contentWindow && !this.#messages.allows();
      if (isFlood) this.#fail('RENDER_FAILED', 'flooded the page');
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('message', onMessage);
    window.addEventListener('resize', onChange);
    this.#ended.signal.addEventListener('abort', () => {
      clearInterval(pingTimer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('message', onMessage);
      window.removeEventListener('resize', onChange);
    });
  }

  #sendAppearance(): void {
    this.#send({ kind: 'appearance', appearance: pageAppearance() });
  }

  /** Starts the time in which the form must show something, again while the page is hidden: frames are throttled. */
  #startDeadline(): void {
    this.#lastShownAt = performance.now();
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      if (document.hidden) this.#startDeadline();
      else this.#fail('TIMEOUT', this.#isShown ? 'did not respond for 10 s' : 'showed nothing for 10 s');
    }, NOT_SHOWN_MS);
  }

  #ping(): void {
    this.#send({ kind: 'ping' });
    if (performance.now() - this.#lastShownAt < PING_MS) this.#noteAlive();
  }

  #receive(data: unknown): void {
    if (this.#ended.signal.aborted) return;
    const isAllowed = this.#messages.allows();
    const message = isAllowed ? readMessage(data) : undefined;
    if (message) {
      this.#handle(message);
      // A frame that answers while nothing of its form is visible is no better than one that is silent.
      if (this.#isShown && !this.#ended.signal.aborted) this.#startDeadline();
    } else this.#fail('RENDER_FAILED', isAllowed ? 'sent an invalid message' : 'flooded the page');
  }

  #handle(message: FromFrame): void {
    if (message.kind === 'drawn') this.#noteDrawn(Number(message.height), message.isShown === true);
    else if (message.kind === 'draft') this.#keepDraft(message.answers);
    else if (message.kind === 'submit') void this.#respond(message.id, this.#submit(message.answers));
    else if (message.kind === 'file')
      void this.#respond(message.id, fetchListedFile(this.#remote, String(message.url)));
    else if (message.kind === 'done') this.#context.done();
    else if (message.kind === 'fail') {
      const code = message.code === 'EXPORT_INVALID' ? 'EXPORT_INVALID' : 'RENDER_FAILED';
      this.#fail(code, String(message.message).slice(0, MAX_REASON));
    }
  }

  #noteDrawn(height: number, isShown: boolean): void {
    if (!(height >= 0 && height <= MAX_HEIGHT)) {
      this.#fail('RENDER_FAILED', `requested an invalid height: ${height}`);
      return;
    }
    this.#frame.style.blockSize = `${height}px`;
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#onShown(isShown);
  }

  #keepDraft(value: unknown): void {
    const answers = parseAnswers(value);
    if (answers) this.#context.keepDraft(answers);
  }

  /** Answers a request of the frame with a value or an error. */
  async #respond(id: number, value: Promise<unknown>): Promise<void> {
    try {
      this.#send({ kind: 'answer', id, value: await value });
    } catch (error) {
      if (error instanceof RemoteError) this.#fileFailure = error;
      this.#send({ kind: 'answer', id, error: String(error) });
    }
  }
}
