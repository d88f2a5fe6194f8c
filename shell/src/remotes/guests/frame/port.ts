import type { FromFrame, ToFrame } from '../protocol.ts';
import { bound, stringify } from './natives.ts';

type AnswerMessage = Extract<ToFrame, { kind: 'answer' }>;

/** The frame's end of the port to the page, its only channel. */
export class Port {
  readonly #send: (message: string) => void;
  readonly #pending = new Map<number, (answer: AnswerMessage) => void>();
  #count = 0;

  constructor(port: MessagePort) {
    const post = bound(port.postMessage as (message: string) => void);
    this.#send = (message) => post(port, message);
  }

  send(message: FromFrame): void {
    this.#send(stringify(message));
  }

  /** Resolves the request that the page has answered. */
  resolveRequest(answer: AnswerMessage): void {
    this.#pending.get(answer.id)?.(answer);
    this.#pending.delete(answer.id);
  }

  async #request(make: (id: number) => FromFrame): Promise<unknown> {
    this.#count += 1;
    const id = this.#count;
    const { value, error } = await new Promise<AnswerMessage>((resolve) => {
      this.#pending.set(id, resolve);
      this.send(make(id));
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Resolves with the bytes of one of the guest's files, verified by the page. Rejects if unavailable. */
  async file(url: string): Promise<ArrayBuffer> {
    return (await this.#request((id) => ({ kind: 'file', id, url }))) as ArrayBuffer;
  }

  /** Submits answers to the page and resolves with the receipt. Rejects if they could be neither sent nor stored. */
  submit(answers: unknown): Promise<unknown> {
    return this.#request((id) => ({ kind: 'submit', id, answers }));
  }
}
