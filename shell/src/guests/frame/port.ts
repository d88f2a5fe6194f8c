import type { FromFrame, ToFrame } from '../protocol.ts';
import { bound, stringify } from './natives.ts';

type Answer = Extract<ToFrame, { kind: 'file' | 'receipt' }>;

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

  #ask(make: (id: number) => FromFrame): Promise<Answer> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send(make(id));
    });
  }

  /** Bytes of one of the guest's files, checked by the page. Rejects when they can't be had. */
  async file(url: string): Promise<ArrayBuffer> {
    const answer = await this.#ask((id) => ({ kind: 'file', id, url }));
    if (answer.kind === 'file' && answer.bytes) return answer.bytes;
    throw new Error(`${url} did not come`);
  }

  /** Hands answers to the page. Rejects when they could be neither sent nor kept. */
  async submit(answers: unknown): Promise<unknown> {
    const answer = await this.#ask((id) => ({ kind: 'submit', id, answers }));
    if (answer.kind === 'receipt' && answer.receipt) return answer.receipt;
    throw new Error(answer.kind === 'receipt' ? answer.error : 'no receipt');
  }
}
