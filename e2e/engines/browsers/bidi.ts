/** A response or event of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: string;
  message?: string;
}

interface Pending {
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

/** A WebDriver BiDi connection: numbered commands with responses, and events in between. */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, (params: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The browser has closed the connection'));
      this.#pending.clear();
    });
  }

  static connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new Bidi(socket)));
      socket.addEventListener('error', () => reject(new Error(`No browser answers at ${url}`)));
    });
  }

  /** Sends a command. @returns its result; rejects with the browser's error message */
  send(method: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Sets the listener for a kind of event, which must be subscribed to with `session.subscribe`. */
  on(method: string, listener: (params: unknown) => void): void {
    this.#listeners.set(method, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #take({ id, method, params, result, error, message }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#listeners.get(method)?.(params);
      return;
    }
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(`${error}: ${message ?? ''}`));
  }
}
