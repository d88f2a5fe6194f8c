import { ApiFailure } from 'shared-ui';
import { api } from 'shared-ui/host';
import { backoff } from './backoff.ts';
import { type News, readFrames } from './frames.ts';

/** The server says something every 15 s; a connection that is silent for so long is dead, in milliseconds. */
const SILENCE_MS = 45_000;

/** Answers after which asking again makes no sense: no session, or an API that has no stream. */
const FINAL = [400, 401, 403, 404, 405, 406];

export interface ConnectionEvents {
  onNews(news: News): void;
  /** The connection stands; called again with every sign of life. */
  onAlive(): void;
  onCut(): void;
  /** It will not be opened again: the status of the answer that said so. */
  onRefused(status: number): void;
}

/** Where to begin: after a number that is known, or by the age of what was read, in milliseconds since 1970. */
export interface Known {
  id: number | undefined;
  readAt: number | undefined;
}

/** One open stream, which comes back by itself after a cut and asks for what it missed. */
export class Connection {
  readonly #token: string;
  readonly #known: Known;
  readonly #events: ConnectionEvents;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;

  constructor(token: string, known: Known, events: ConnectionEvents) {
    this.#token = token;
    this.#known = known;
    this.#events = events;
    void this.#open();
  }

  /** The network may be back: tries at once. Nothing while the connection stands. */
  hurry(): void {
    if (this.#isStopped || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  async #open(): Promise<void> {
    this.#abort = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => this.#abort.abort(), SILENCE_MS);
    };
    try {
      await this.#read(await this.#ask(), listen);
    } catch (error) {
      if (error instanceof ApiFailure && FINAL.includes(error.status)) this.#refuse(error.status);
      else if (!this.#isStopped) console.info('The stream of news was cut', error);
    }
    clearTimeout(silence);
    this.#again();
  }

  #ask(): Promise<Response> {
    const { id, readAt } = this.#known;
    const age = id === undefined && readAt !== undefined ? Math.ceil((Date.now() - readAt) / 1_000) : undefined;
    return api('v1/stream', {
      searchParams: { content: 'events', age },
      // Behind everything that a screen waits for, and no reason to take the page for one that still loads.
      priority: 'low',
      signal: this.#abort.signal,
      timeout: SILENCE_MS,
      totalTimeout: false,
      // The wait before it is opened again is longer, and ends as soon as the network is back.
      retry: 0,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'text/event-stream',
        'last-event-id': id === undefined ? undefined : String(id),
      },
    });
  }

  #refuse(status: number): void {
    this.stop();
    this.#events.onRefused(status);
  }

  async #read(response: Response, onBytes: () => void): Promise<void> {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !response.body) throw new Error('The answer is no stream');
    const alive = () => {
      onBytes();
      this.#failures = 0;
      this.#events.onAlive();
    };
    alive();
    await readFrames(response.body, (news) => this.#take(news), alive);
  }

  #take(news: News): void {
    if (this.#isStopped) return;
    if (news.id !== undefined) this.#known.id = news.id;
    this.#events.onNews(news);
    // Nobody to open it for.
    if (news.kind === 'session.ended') this.stop();
  }

  #again(): void {
    if (this.#isStopped) return;
    this.#events.onCut();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#open();
      },
      backoff(this.#failures, Math.random()),
    );
    this.#failures += 1;
  }
}
