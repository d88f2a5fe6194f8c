import type { Readable, Writable } from 'node:stream';
import { isRecord } from '../../../gateway/common/fields.ts';

/** Timeout for a response, in milliseconds; after that the target has crashed or hangs. */
const COMMAND_TIMEOUT_MS = 20_000;

/** An event sent by the browser. */
export interface BrowserEvent {
  method: string;
  params: Record<string, unknown>;
  /** The target it concerns. */
  sessionId?: string;
}

interface Waiting {
  method: string;
  late: NodeJS.Timeout;
  resolve(result: Record<string, unknown>): void;
  reject(error: Error): void;
}

/** A DevTools protocol client over the browser's pipe: no port is open that a page could connect to. */
export class Pipe {
  readonly #into: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: BrowserEvent) => void>();
  #lastId = 0;
  #rest = '';

  constructor(into: Writable, from: Readable) {
    this.#into = into;
    from.setEncoding('utf8');
    from.on('data', (text: string) => this.#read(text));
    from.on('close', () => this.#end());
    // When the browser exits, pending calls are rejected by "close".
    into.on('error', () => undefined);
  }

  /** Calls one method. Rejects with the browser's error, or when the browser has exited. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${method}: the browser does not answer`));
      }, COMMAND_TIMEOUT_MS);
      late.unref();
      this.#waiting.set(id, { method, resolve, reject, late });
      this.#into.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Subscribes to all events. Returns a function that unsubscribes. */
  listen(listener: (event: BrowserEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) this.#take(JSON.parse(message));
  }

  #take(message: { id?: number; result?: Record<string, unknown>; error?: unknown } & Partial<BrowserEvent>): void {
    if (message.id === undefined) {
      const { method = '', params = {}, sessionId } = message;
      const event = { method, params, ...(sessionId === undefined ? {} : { sessionId }) };
      for (const listener of this.#listeners) listener(event);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    clearTimeout(waiting?.late);
    if (isRecord(message.error)) waiting?.reject(new Error(`${waiting.method}: ${String(message.error.message)}`));
    else waiting?.resolve(message.result ?? {});
  }

  #end(): void {
    for (const { method, reject } of this.#waiting.values()) reject(new Error(`${method}: the browser has gone`));
    this.#waiting.clear();
  }
}
