import { createParser } from 'eventsource-parser';
import type { StreamData } from 'mock-api/contract';
import { ApiFailure } from 'shared-ui';
import { loadApi, retryTimeOf } from 'shared-ui/host';
import { backoff, STREAM_BACKOFF } from '../backoff.ts';

/** An event of the stream. */
export interface StreamEvent {
  /** The event id; undefined if it has none. */
  id: number | undefined;
  /** The API's name for the event: `event.created`, `resync`, … */
  kind: string;
  data: Partial<StreamData>;
}

/** Parses the data; empty if invalid, as a later API may change its format. */
function dataOf(text: string): StreamEvent['data'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Parses Server-Sent Events as they arrive (WHATWG HTML, section 9.2). Resolves at the end of the stream, rejects if
 * it fails.
 * @param onBytes called whenever data arrives, including comments: the connection is alive
 */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  onStreamEvent: (event: StreamEvent) => void,
  onBytes: () => void,
): Promise<void> {
  const parser = createParser({
    onEvent({ id: text, event: kind, data }) {
      const id = text === undefined ? Number.NaN : Number(text);
      if (kind !== undefined) onStreamEvent({ id: Number.isNaN(id) ? undefined : id, kind, data: dataOf(data) });
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** Timeout without any data (ms). The server sends a heartbeat every 15 s. */
const SILENCE_MS = 45_000;

/** Statuses that are not retried: no session, or an API without a stream. */
const FINAL = [400, 401, 403, 404, 405, 406];

export interface ConnectionEvents {
  onStreamEvent(event: StreamEvent): void;
  /** Called when the connection is established, and whenever data arrives. */
  onAlive(): void;
  onDisconnect(): void;
  /** Called with the status of the final response; the stream will not be reopened. */
  onRefused(status: number): void;
}

/** Resume position: the last event id, or when the page's data was read (ms since the epoch). */
export interface ResumePosition {
  id: number | undefined;
  readAt: number | undefined;
}

/** Longest age that the API accepts (s). After an hour, it has the page refetch everything. */
const MAX_AGE_S = 9_999;

const ageOf = (readAt: number) => Math.min(MAX_AGE_S, Math.ceil((Date.now() - readAt) / 1_000));

/** An event stream that reconnects after a failure and requests the events it missed. */
export class Connection {
  readonly #token: string;
  readonly #position: ResumePosition;
  readonly #events: ConnectionEvents;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;

  constructor(token: string, position: ResumePosition, events: ConnectionEvents) {
    this.#token = token;
    this.#position = position;
    this.#events = events;
    void this.#open();
  }

  /** Reconnects immediately, as the network may be back. Does nothing while connected. */
  reconnectNow(): void {
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
    const resetSilenceTimer = () => {
      clearTimeout(silence);
      silence = setTimeout(() => this.#abort.abort(), SILENCE_MS);
    };
    let requestedMs = 0;
    try {
      await this.#read(await this.#request(), resetSilenceTimer);
    } catch (error) {
      requestedMs = Math.max(0, (retryTimeOf(error) ?? 0) - Date.now());
      if (error instanceof ApiFailure && FINAL.includes(error.status)) this.#stopRefused(error.status);
      else if (!this.#isStopped) console.info('The event stream was interrupted', error);
    }
    clearTimeout(silence);
    this.#retryLater(requestedMs);
  }

  async #request(): Promise<Response> {
    const { id, readAt } = this.#position;
    const age = id === undefined && readAt !== undefined ? ageOf(readAt) : undefined;
    const api = await loadApi();
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

  #stopRefused(status: number): void {
    this.stop();
    this.#events.onRefused(status);
  }

  async #read(response: Response, onBytes: () => void): Promise<void> {
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !response.body) throw new Error('The response is not an event stream');
    const onData = () => {
      onBytes();
      this.#failures = 0;
      this.#events.onAlive();
    };
    onData();
    await readFrames(response.body, (event) => this.#handle(event), onData);
  }

  #handle(event: StreamEvent): void {
    if (this.#isStopped) return;
    if (event.id !== undefined) this.#position.id = event.id;
    this.#events.onStreamEvent(event);
    // No session to reconnect with.
    if (event.kind === 'session.ended') this.stop();
  }

  #retryLater(requestedMs: number): void {
    if (this.#isStopped) return;
    this.#events.onDisconnect();
    this.#failures += 1;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#open();
      },
      backoff(this.#failures, Math.random(), STREAM_BACKOFF, requestedMs),
    );
  }
}
