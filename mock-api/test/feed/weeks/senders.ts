/** The systems of a hospital: each sends its messages in order, and again until it gets an answer. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sender as SenderName } from 'tools/hl7-hospital/messages';
import { frameOf } from '../../../src/feed/mllp/frame.ts';
import { Sender } from '../../support/mllp.ts';
import type { Delivery } from './plan.ts';

/** Pause before the next try, in milliseconds. */
const PAUSE = 50;
/** By how many messages those that are sent early go before others. */
const EARLY_BY = 100;

/** How a connection breaks: within a message, or before the answer is read. */
export type Cut = 'within' | 'unanswered';

class Line {
  readonly #port: number;
  #sender: Sender | undefined;
  /** How the connection of the next message breaks. */
  cut: Cut | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Resolves with the code of the answer, after as many tries as it takes. */
  async deliver(bytes: Buffer): Promise<string> {
    for (;;) {
      const answer = await this.#try(bytes).catch(() => undefined);
      if (answer !== undefined) return answer;
      this.close();
      await wait(PAUSE);
    }
  }

  async #try(bytes: Buffer): Promise<string | undefined> {
    if (this.#sender === undefined || this.#sender.isClosed) this.#sender = await Sender.connect(this.#port);
    const sender = this.#sender;
    const { cut } = this;
    this.cut = undefined;
    if (cut === 'within') sender.socket.write(frameOf(bytes).subarray(0, bytes.length / 2));
    if (cut === 'unanswered') sender.socket.write(frameOf(bytes));
    if (cut !== undefined) return undefined;
    const [answer = ''] = await sender.send(bytes);
    return /^MSA\|([A-Z]{2})/.exec(answer)?.[1];
  }

  close(): void {
    this.#sender?.close();
    this.#sender = undefined;
  }
}

export interface Answered {
  delivery: Delivery;
  code: string;
}

export class Senders {
  readonly #lines: Map<SenderName, Line>;
  /** Index of the delivery that each sender comes to next. */
  readonly #next = new Map<SenderName, number>();
  readonly answers: Answered[] = [];
  #wake: (() => void)[] = [];

  constructor(port: number) {
    this.#lines = new Map((['ADT', 'LAB', 'SCHED', 'DOC'] as const).map((name) => [name, new Line(port)]));
  }

  /** Breaks a sender's connection with its next message. */
  cut(name: SenderName, cut: Cut): void {
    const line = this.#lines.get(name);
    if (line) line.cut = cut;
  }

  /** Sends everything. @param onAnswer called before the next message of the same sender; it waits for what that returns */
  async play(deliveries: readonly Delivery[], onAnswer: (count: number) => Promise<void>): Promise<void> {
    const own = (name: SenderName) => deliveries.flatMap(({ sender }, index) => (sender === name ? [index] : []));
    const queues = [...this.#lines].map(([name, line]) => ({ name, line, indexes: own(name) }));
    for (const { name, indexes } of queues) this.#next.set(name, indexes[0] ?? deliveries.length);
    await Promise.all(
      queues.map(async ({ name, line, indexes }) => {
        for (const [turn, index] of indexes.entries()) {
          const delivery = deliveries[index];
          if (!delivery) continue;
          await this.#isDue(index - (delivery.isEarly ? EARLY_BY : 0));
          this.answers.push({ delivery, code: await line.deliver(delivery.bytes) });
          await onAnswer(this.answers.length);
          this.#next.set(name, indexes[turn + 1] ?? deliveries.length);
          for (const wake of this.#wake.splice(0)) wake();
        }
        line.close();
      }),
    );
  }

  /** Resolves when all deliveries before an index are answered. */
  async #isDue(index: number): Promise<void> {
    while (Math.min(...this.#next.values()) < index) await new Promise<void>((wake) => this.#wake.push(wake));
  }
}
