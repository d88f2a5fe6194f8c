import { ApiFailure } from 'shared-ui';
import { api } from 'shared-ui/host';
import { backoff, STREAM_BACKOFF } from '../backoff.ts';
import { type News, readFrames } from './frames.ts';

/** Timeout without any data (ms). The server sends a heartbeat every 15 s. */
const SILENCE_MS = 45_000;

/** Statuses that are not retried: no session, or an API without a stream. */
const FINAL = [400, 401, 403, 404, 405, 406];

export interface ConnectionEvents {
  onNews(news: News): void;
  /** Called when the connection is established, and whenever data arrives. */
  onAlive(): void;
  onCut(): void;
  /** Called with the status of the final response; the stream will not be reopened. */
  onRefused(status: number): void;
}

/** Resume position: the last event id, or when the page's data was read (ms since the epoch). */
export interface Known {
  id: number | undefined;
  readAt: number | undefined;
}

/** An event stream that reconnects after a failure and requests the events it missed. */
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

  /** Reconnects immediately, as the network may be back. Does nothing while connected. */
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
      // Below everything that a screen waits for, and not part of the page load.
      priority: 'low',
      signal: this.#abort.signal,
      timeout: SILENCE_MS,
      totalTimeout: false,
      // Reconnects are handled here: with longer delays, cut short when the network is back.
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
    // No session to reconnect with.
    if (news.kind === 'session.ended') this.stop();
  }

  #again(): void {
    if (this.#isStopped) return;
    this.#events.onCut();
    this.#failures += 1;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#open();
      },
      backoff(this.#failures, Math.random(), STREAM_BACKOFF),
    );
  }
}
