import type { FromFrame, ToFrame } from '../protocol.ts';
import { bound, stringify } from './natives.ts';

type Answer = Extract<ToFrame, { kind: 'answer' }>;

/** The frame's end of the one way to the page. */
export class Port {
  readonly #send: (message: string) => void;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  constructor(port: MessagePort) {
    const post = bound(port.postMessage as (message: string) => void);
    this.#send = (message) => post(port, message);
  }

  send(message: FromFrame): void {
    this.#send(stringify(message));
  }

  /** The page has answered something that it was asked. */
  settle(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  async #ask(make: (id: number) => FromFrame): Promise<unknown> {
    this.#count += 1;
    const id = this.#count;
    const { value, error } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.send(make(id));
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Bytes of one of the guest's files, checked by the page. Rejects when they can't be had. */
  async file(url: string): Promise<ArrayBuffer> {
    return (await this.#ask((id) => ({ kind: 'file', id, url }))) as ArrayBuffer;
  }

  /** Hands answers to the page; resolves with the receipt. Rejects when they could be neither sent nor kept. */
  submit(answers: unknown): Promise<unknown> {
    return this.#ask((id) => ({ kind: 'submit', id, answers }));
  }
}
