/** A sender of HL7 messages (MLLP). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { FrameReader, frameOf } from '../../src/feed/mllp/frame.ts';

/** The parts of a message's header that tests vary. */
interface Header {
  id: string;
  type?: string;
  sender?: string;
  time?: string;
  version?: string;
}

/** Returns a message: its header, and these segments. */
export function messageOf(header: Header, ...segments: string[]): string {
  const { id, type = 'ADT^A01', sender = 'ADT|NORTH', time = '20260101120000', version = '2.5.1' } = header;
  return [`MSH|^~\\&|${sender}|LODESTAR|HOME|${time}||${type}|${id}|P|${version}`, ...segments].join('\r');
}

export class Sender {
  readonly socket: Socket;
  readonly #reader = new FrameReader();
  readonly #answers: string[] = [];
  #wake = () => {};
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.#answers.push(...this.#reader.add(chunk).map(({ bytes }) => bytes.toString('utf8')));
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
  }

  static async connect(port: number): Promise<Sender> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Sender(socket);
  }

  /** Sends messages. Resolves with what MSA and ERR of each answer say, or with `closed`. */
  async send(...messages: (string | Buffer)[]): Promise<string[]> {
    this.socket.write(Buffer.concat(messages.map((message) => frameOf(Buffer.from(message)))));
    const answers: string[] = [];
    for (const _ of messages) answers.push(await this.answer());
    return answers;
  }

  /** Resolves with what MSA and ERR of the next answer say, or with `closed`. */
  async answer(): Promise<string> {
    while (this.#answers.length === 0 && !this.isClosed)
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    const [, ...segments] = (this.#answers.shift() ?? '\rclosed').trimEnd().split('\r');
    return segments.join(' ');
  }

  async closed(): Promise<void> {
    if (!this.isClosed) await once(this.socket, 'close');
  }

  close(): void {
    this.socket.destroy();
  }
}
