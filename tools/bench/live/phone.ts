import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { StreamData } from 'mock-api/contract';
import type { Patient, Stage } from './stage.ts';

/** Headers a phone's browser sends with every request. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
  'accept-language': 'en-CA',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** Maximum delay before a phone reopens a stream that was cut, in milliseconds. */
const PAUSE_MS = 1_000;

/** One phone: a stream and a connection for its requests. */
export class Phone {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  /** Keeps the connection between requests, like a browser. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #stream: ClientRequest | undefined;
  /** Last event id, from which the stream resumes. */
  #last: string | undefined;
  #isClosed = false;
  /** Settles when the open stream has been cut. */
  #cutOff: Promise<void> = Promise.resolve();
  isCut = false;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { ...BROWSER, authorization: `Bearer ${token}` };
  }

  /**
   * Opens the stream like the app, resuming after the last event id. @param onEvent called with the data of every new
   * event
   */
  async open(onEvent: (data: StreamData) => void = () => undefined): Promise<void> {
    const from = this.#last === undefined ? {} : { 'last-event-id': this.#last };
    const headers = { ...this.#headers, ...from, accept: 'text/event-stream' };
    this.isCut = false;
    const request = get(`${this.#url}/api/v1/stream?content=events`, { agent: false, headers });
    this.#stream = request;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    if (response.statusCode !== 200) {
      request.destroy();
      throw new Error(`The stream answered ${response.statusCode}`);
    }
    this.#last = String(response.headers['last-event-id'] ?? this.#last);
    let rest = '';
    response.on('data', (chunk: Buffer) => {
      const blocks = (rest + chunk.toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        this.#last = /^id: (\d+)$/m.exec(block)?.[1] ?? this.#last;
        if (block.includes('event: event.created')) onEvent(JSON.parse(block.slice(block.indexOf('data: ') + 6)));
      }
    });
    const closed = new Promise<void>((resolve) => {
      response.once('close', resolve);
      request.on('error', () => resolve());
    });
    this.#cutOff = closed.then(() => {
      this.isCut = true;
    });
  }

  /** Opens the stream, and reopens it after the last event id whenever it is cut, with a random delay. */
  async follow(onEvent: (data: StreamData) => void): Promise<void> {
    await this.open(onEvent);
    void this.#again(onEvent);
  }

  async #again(onEvent: (data: StreamData) => void): Promise<void> {
    while (!this.#isClosed) {
      await this.#cutOff;
      await wait(Math.random() * PAUSE_MS);
      if (this.#isClosed) return;
      // If no process responds, the stream counts as cut and is retried.
      await this.open(onEvent).catch(() => undefined);
    }
  }

  /** Sends a request. Returns the response's body. @throws Error unless the status is 200 */
  async fetch(path: string): Promise<string> {
    const request = get(`${this.#url}/api/${path}`, { agent: this.#agent, headers: this.#headers });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
    return body;
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.destroy();
    this.#agent.destroy();
  }
}

/** Content of an event. */
export const TEXT = 'At the front desk';
/** Streams opened at the same time, few enough that neither side refuses connections. */
const AT_ONCE = 100;

/** Processes the items in batches small enough for a server to accept. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map((item, index) => work(item, start + index)));
  }
}

/** Sends an event from the desk. Resolves with its id; rejects when it was refused. */
export async function sendEvent({ gateways, staff }: Stage, { id }: Patient, name: string): Promise<string> {
  const response = await fetch(`${gateways[0]}/api/v1/desk/patients/${id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${staff}` },
    body: JSON.stringify({ type: 0, name, content: TEXT }),
  });
  if (!response.ok) throw new Error(`Sending an event answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}
