import type { SurveyContext } from 'shared-ui/contract';
import { RemoteFailure } from '../failure.ts';
import { bringFile, submitOf } from './asked.ts';
import { moveFrame, openFrame, type ReadyFrame } from './element.ts';
import { lookOfPage } from './look.ts';
import { noteGuest } from './lost.ts';
import { answersIn, Gauge, readMessage } from './messages.ts';
import type { Beginning, FromFrame, ToFrame } from './protocol.ts';

/** Timeout for a frame that has not mounted its form or has stopped answering (ms). */
const SILENCE_MS = 10_000;
/** Ping interval (ms). */
const ASK_MS = 2_000;
/** Maximum height of a form in pixels. */
const MAX_HEIGHT = 30_000;
const MAX_REASON = 500;

/** A guest, ready to be mounted. */
export interface Guest {
  /** `name@version` */
  remote: string;
  /** Sent to every frame of this guest. */
  beginning: Beginning;
  /** Frame opened while the guest's files were being fetched. */
  ready: ReadyFrame | undefined;
}

/** Prepares a frame as far as possible before the guest's own code runs. */
export function prepare({ port }: ReadyFrame, beginning: Beginning): void {
  const message: ToFrame = { kind: 'prepare', ...beginning };
  port.then((end) => end.postMessage(message));
}

/**
 * The page's side of a guest's form in its frame. Everything that ends it, except `end`, is reported to the context as
 * a failure.
 */
export class GuestForm {
  readonly #remote: string;
  readonly #context: SurveyContext;
  readonly #frame: HTMLIFrameElement;
  readonly #gone = new AbortController();
  readonly #messages = new Gauge();
  readonly #submit: (answers: unknown) => Promise<unknown>;
  readonly #noteAlive: () => void;
  /** Resolves when the form is visible; never resolves if it fails to mount. */
  readonly mounted: Promise<void>;
  #noteMounted = () => {};
  #port: MessagePort | undefined;
  #heard = performance.now();
  #isMounted = false;
  #lost: RemoteFailure | undefined;

  constructor(guest: Guest, place: HTMLElement, context: SurveyContext) {
    this.#remote = guest.remote;
    this.#context = context;
    this.#submit = submitOf(context);
    this.mounted = new Promise((resolve) => {
      this.#noteMounted = resolve;
    });
    this.#noteAlive = noteGuest(guest.remote, this.#gone.signal);
    let { ready } = guest;
    if (!ready || !moveFrame(ready, place)) {
      ready = openFrame(place);
      prepare(ready, guest.beginning);
    }
    this.#frame = ready.frame;
    this.#watch();
    ready.port.then((port) => this.#start(port));
  }

  /** Removes the form and everything it runs. Idempotent. */
  end(): void {
    if (this.#gone.signal.aborted) return;
    this.#gone.abort();
    this.#port?.close();
    this.#frame.remove();
  }

  #fail(code: 'TIMEOUT' | 'EXPORT_INVALID' | 'RENDER_FAILED', reason: string): void {
    if (this.#gone.signal.aborted) return;
    this.end();
    this.#context.fail(this.#lost ?? new RemoteFailure(code, this.#remote, reason));
  }

  #send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  #start(port: MessagePort): void {
    if (this.#gone.signal.aborted) return;
    const { keepDraft: _keep, submit: _submit, done: _done, fail: _fail, ...facts } = this.#context;
    this.#port = port;
    port.onmessage = ({ data }) => this.#hear(data);
    // The frame's process has ended, for example out of memory.
    port.addEventListener('close', () => this.#fail('RENDER_FAILED', 'ended'));
    this.#tellLook();
    this.#send({ kind: 'start', facts });
  }

  /** Watches for silence, navigation of the frame, floods of window messages, and appearance changes of the page. */
  #watch(): void {
    const asking = setInterval(() => this.#ask(), ASK_MS);
    const tell = () => this.#tellLook();
    const looks = new MutationObserver(tell);
    looks.observe(document.documentElement, { attributes: true });
    this.#frame.addEventListener('left', () => this.#fail('RENDER_FAILED', 'left its frame'));
    const hear = ({ source }: MessageEvent) => {
      const isFlood = source !== null && source === this.#frame.contentWindow && !this.#messages.holds();
      if (isFlood) this.#fail('RENDER_FAILED', 'flooded the page');
    };
    window.addEventListener('message', hear);
    window.addEventListener('resize', tell);
    this.#gone.signal.addEventListener('abort', () => {
      clearInterval(asking);
      looks.disconnect();
      window.removeEventListener('message', hear);
      window.removeEventListener('resize', tell);
    });
  }

  #tellLook(): void {
    this.#send({ kind: 'look', look: lookOfPage() });
  }

  #ask(): void {
    const now = performance.now();
    // Hidden pages and their frames are throttled.
    if (document.hidden) this.#heard = now;
    else if (now - this.#heard >= SILENCE_MS) this.#fail('TIMEOUT', 'silent for 10 s');
    else this.#send({ kind: 'ping' });
    if (now - this.#heard < ASK_MS) this.#noteAlive();
  }

  #hear(data: unknown): void {
    if (this.#gone.signal.aborted) return;
    const holds = this.#messages.holds();
    const message = holds ? readMessage(data) : undefined;
    if (message) {
      if (message.kind === 'mounted') this.#isMounted = true;
      // Until the form is mounted, a frame that answers still shows nothing.
      if (this.#isMounted) this.#heard = performance.now();
      this.#take(message);
    } else this.#fail('RENDER_FAILED', holds ? 'sent what is no message' : 'flooded the page');
  }

  #take(message: FromFrame): void {
    if (message.kind === 'mounted') this.#noteMounted();
    else if (message.kind === 'height') this.#grow(Number(message.height));
    else if (message.kind === 'draft') this.#keep(message.answers);
    else if (message.kind === 'submit') void this.#answer(message.id, this.#submit(message.answers));
    else if (message.kind === 'file') void this.#answer(message.id, bringFile(this.#remote, String(message.url)));
    else if (message.kind === 'done') this.#context.done();
    else if (message.kind === 'fail') {
      const code = message.code === 'EXPORT_INVALID' ? 'EXPORT_INVALID' : 'RENDER_FAILED';
      this.#fail(code, String(message.message).slice(0, MAX_REASON));
    }
  }

  #grow(height: number): void {
    if (height >= 0 && height <= MAX_HEIGHT) this.#frame.style.blockSize = `${height}px`;
    else this.#fail('RENDER_FAILED', `wants to be ${height} pixels high`);
  }

  #keep(value: unknown): void {
    const answers = answersIn(value);
    if (answers) this.#context.keepDraft(answers);
  }

  /** Answers a request of the frame with a value or an error. */
  async #answer(id: number, value: Promise<unknown>): Promise<void> {
    try {
      this.#send({ kind: 'answer', id, value: await value });
    } catch (error) {
      if (error instanceof RemoteFailure) this.#lost = error;
      this.#send({ kind: 'answer', id, error: String(error) });
    }
  }
}
