/** Reads the stream as a browser does: over the network, with its token in a header. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { StreamData } from '../../src/contract.ts';

export interface StreamMessage {
  /** NaN if the message has no id. */
  id: number;
  event: string;
  data: Partial<StreamData>;
}

interface Open {
  lastEventId?: number | string;
  age?: number;
  /** Whether changes include the content of their events. */
  content?: boolean;
}

function toMessage(block: string): StreamMessage | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const event = fields.get('event');
  if (event === undefined) return undefined;
  return { id: Number(fields.get('id') ?? Number.NaN), event, data: JSON.parse(fields.get('data') ?? 'null') };
}

const TIMEOUT_MS = 20_000;

export class StreamReader {
  readonly messages: StreamMessage[] = [];
  readonly status: number;
  readonly headers: Headers;
  readonly #asked: number | undefined;
  /** All received text, unparsed. */
  text = '';
  comments = 0;
  /** Start of a message whose end has not been received. */
  #unfinished = '';
  /** Resolves when the stream has ended, for any reason. */
  readonly ended: Promise<void>;
  readonly #abort: AbortController;
  /** Emits `data` after each piece of the response, and at its end. */
  readonly #arrivals = new EventEmitter();

  private constructor(response: Response, abort: AbortController, asked: number | undefined) {
    this.#asked = asked;
    this.status = response.status;
    this.headers = response.headers;
    this.#abort = abort;
    this.ended = this.#read(response);
  }

  static async open(
    url: string,
    token: string | undefined,
    { lastEventId, age, content }: Open = {},
  ): Promise<StreamReader> {
    const abort = new AbortController();
    const query = new URLSearchParams({
      ...(content ? { content: 'events' } : {}),
      ...(age === undefined ? {} : { age: String(age) }),
    });
    const response = await fetch(`${url}/api/v1/stream?${query}`, {
      signal: abort.signal,
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
      },
    });
    return new StreamReader(response, abort, typeof lastEventId === 'number' ? lastEventId : undefined);
  }

  /**
   * Number to resume from: that of the last message, else where this stream began, else where it was asked to begin.
   */
  get lastEventId(): number {
    const ids = this.messages.map(({ id }) => id).filter((id) => !Number.isNaN(id));
    return ids.at(-1) ?? Number(this.headers.get('last-event-id') ?? this.#asked);
  }

  named(event: string): StreamMessage[] {
    return this.messages.filter((message) => message.event === event);
  }

  /** Resolves when `isSo` is true for the received messages; fails after 20 s. */
  async until(isSo: (reader: StreamReader) => boolean, what: string): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    while (!isSo(this)) {
      await once(this.#arrivals, 'data', { signal }).catch(() =>
        assert.fail(`never came: ${what}; there is ${JSON.stringify(this.messages)}`),
      );
    }
  }

  async cut(): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }

  #take(text: string): void {
    this.text += text;
    const blocks = (this.#unfinished + text).split('\n\n');
    this.#unfinished = blocks.pop() ?? '';
    this.comments += blocks.filter((block) => block.startsWith(':')).length;
    this.messages.push(...blocks.map(toMessage).filter((message) => message !== undefined));
    this.#arrivals.emit('data');
  }

  async #read({ body }: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body ?? []) this.#take(decoder.decode(chunk as Uint8Array, { stream: true }));
    } catch {
      // Disconnected by the test or by a killed server; what was received until then counts.
    }
    this.#arrivals.emit('data');
  }
}
