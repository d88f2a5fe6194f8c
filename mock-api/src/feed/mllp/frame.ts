/** MLLP: finds messages in a connection's bytes, however these are cut into packets (`0x0B … 0x1C 0x0D`). */

const START = 0x0b;
const END = 0x1c;
const CR = 0x0d;
const LF = 0x0a;

/** Longest message, in bytes. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** What is kept of a longer one: its header, for the answer. */
const HEAD_BYTES = 4 * 1024;

export interface Frame {
  bytes: Buffer;
  /** Whether these are only its first bytes; whatever follows on the connection can't be read. */
  isTooLong: boolean;
}

/** Returns the bytes of a message as a frame. */
export const frameOf = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([START]), bytes, Buffer.from([END, CR])]);

/** A segment that continues the message, so that the end before it was none: senders leave 0x1C in texts. */
const CONTINUED = /^(?!MSH|BHS|FHS)[A-Z][A-Z0-9]{2}\|/;

const isContinued = (bytes: Buffer, at: number) => CONTINUED.test(bytes.toString('latin1', at, at + 4));

const isBreak = (byte: number | undefined) => byte === CR || byte === LF;

export class FrameReader {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #length = 0;
  #isOpen = false;
  #hasStart = false;
  #isSpent = false;
  /** Whether the last byte so far may begin the end of the message. */
  #isEnding = false;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Whether a message has begun and not ended. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Bytes of the message that has not ended. */
  get length(): number {
    return this.#length;
  }

  /** Forgets the message that has not ended, and reads no more. */
  stop(): void {
    this.#reset();
    this.#isSpent = true;
  }

  /** Reads bytes. Returns the messages that end in them. */
  add(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    let rest = chunk;
    while (rest.length > 0 && !this.#isSpent) {
      if (!this.#isOpen) rest = this.#open(rest);
      const end = this.#endIn(rest);
      this.#keep(rest.subarray(0, end));
      if (this.#length > this.#maxBytes) frames.push(this.#giveUp());
      else if (end !== undefined) frames.push(...this.#close());
      rest = end === undefined ? rest.subarray(rest.length) : rest.subarray(end);
    }
    return frames;
  }

  /** Skips what may stand between messages. Whatever else comes begins one, also without its first byte. */
  #open(bytes: Buffer): Buffer {
    const first = bytes.findIndex((byte) => !isBreak(byte));
    if (first === -1) return bytes.subarray(bytes.length);
    this.#isOpen = true;
    this.#hasStart = bytes[first] === START;
    return bytes.subarray(this.#hasStart ? first + 1 : first);
  }

  /** Returns the index after the end of the message; undefined if that has not come. */
  #endIn(bytes: Buffer): number | undefined {
    if (this.#isEnding && bytes[0] === CR && !isContinued(bytes, 1)) return 1;
    for (let at = bytes.indexOf(END); at !== -1; at = bytes.indexOf(END, at + 1)) {
      if (bytes[at + 1] === CR && !isContinued(bytes, at + 2)) return at + 2;
    }
    return undefined;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    this.#isEnding = bytes.at(-1) === END;
  }

  #giveUp(): Frame {
    const bytes = Buffer.concat(this.#chunks, Math.min(this.#length, HEAD_BYTES));
    this.stop();
    return { bytes, isTooLong: true };
  }

  /** Returns the message without its end; nothing for an end that nothing stands before. */
  #close(): Frame[] {
    const all = Buffer.concat(this.#chunks);
    this.#reset();
    const bytes = all.subarray(0, -2);
    if (bytes.length === 0 && !this.#hasStart) return [];
    // A sender that broke off begins again: what it had not finished was never acknowledged.
    const restart = bytes.lastIndexOf('\x0bMSH', undefined, 'latin1');
    return [{ bytes: restart === -1 ? bytes : bytes.subarray(restart + 1), isTooLong: false }];
  }

  #reset(): void {
    this.#chunks = [];
    this.#length = 0;
    this.#isOpen = false;
    this.#isEnding = false;
  }
}
