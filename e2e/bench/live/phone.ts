import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';

/** What every phone's browser sends with a call. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
  'accept-language': 'en-CA',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

/** One phone: a stream, and a connection for its calls. */
export class Phone {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  /** As a browser: connections are kept between calls. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #stream: ClientRequest | undefined;
  isCut = false;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { ...BROWSER, authorization: `Bearer ${token}` };
  }

  /** Opens the stream. @param onEvent gets the id of every event that is new */
  async open(onEvent: (id: string) => void = () => undefined): Promise<void> {
    const headers = { ...this.#headers, accept: 'text/event-stream' };
    const request = get(`${this.#url}/api/v1/stream`, { agent: false, headers });
    this.#stream = request;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`);
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.includes('event: event.created')) onEvent(/"id":"([^"]+)"/.exec(block)?.[1] ?? '');
      }
    });
    response.once('close', () => {
      this.isCut = true;
    });
    request.on('error', () => {
      this.isCut = true;
    });
  }

  /** Makes a call and returns its body, and what it cost in bytes both ways. */
  async fetch(path: string): Promise<{ body: string; bytes: number }> {
    const request = get(`${this.#url}/api/${path}`, { agent: this.#agent, headers: this.#headers });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const head = response.rawHeaders.reduce((sum, part) => sum + part.length + 2, 17);
    const sent = Object.entries(request.getHeaders()).reduce(
      (sum, [name, value]) => sum + name.length + String(value).length + 4,
      0,
    );
    return { body, bytes: head + Buffer.byteLength(body) + sent + path.length + 20 };
  }

  /** Bytes that the stream's connection has carried, both ways. */
  carried(): number {
    const socket = this.#stream?.socket;
    return (socket?.bytesRead ?? 0) + (socket?.bytesWritten ?? 0);
  }

  close(): void {
    this.#stream?.destroy();
    this.#agent.destroy();
  }
}
