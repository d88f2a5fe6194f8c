/** One browser's stream: what is written to it, and when it is over. */
import type { ServerResponse } from 'node:http';
import type { StreamData } from '../contract.ts';
import type { Locale } from '../i18n.ts';

/** A reader that lets more than this wait unread is gone or too slow, in bytes; it comes back and gets what it missed. */
const UNREAD_LIMIT = 256 * 1024;

/** Keeps connections open that fall silent: nothing but a colon. */
const COMMENT = ':\n\n';

export interface Message {
  /** Number of the change; none where nothing changed, as when a session runs out. */
  id?: number;
  event: string;
  data: StreamData | Record<string, never>;
}

const frame = ({ id, event, data }: Message) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export class OpenStream {
  readonly person: string;
  /** Which session it belongs to; asked about again before every message. */
  readonly tokenHash: string;
  /** Changes up to this number are the replay's to send, later ones the hub's. */
  readonly from: number;
  /** The language of the events that it brings along; undefined where its reader wants names alone. */
  readonly content: Locale | undefined;
  /** In which second of the round its comment is written. */
  slot = 0;
  readonly #response: ServerResponse;
  /** What came while the replay was being read. */
  #waiting: (() => void)[] | undefined = [];

  constructor(
    response: ServerResponse,
    of: { person: string; tokenHash: string; from: number; content?: Locale | undefined },
  ) {
    this.#response = response;
    this.person = of.person;
    this.tokenHash = of.tokenHash;
    this.from = of.from;
    this.content = of.content;
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  #write(text: string, onLost?: () => void): void {
    if (!this.isOpen) {
      onLost?.();
      return;
    }
    if (this.#response.writableLength > UNREAD_LIMIT) this.#response.destroy();
    this.#response.write(text, (error) => error && onLost?.());
  }

  /** Sends what the replay found, ahead of what waits. */
  replay(message: Message, onLost?: () => void): void {
    this.#write(frame(message), onLost);
  }

  /** The replay is over: what came meanwhile follows. */
  goLive(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const send of waiting) send();
  }

  /** Sends a message, after the replay. @param onLost called when it could not be handed to the network */
  send(message: Message, onLost?: () => void): void {
    if (this.#waiting) this.#waiting.push(() => this.#write(frame(message), onLost));
    else this.#write(frame(message), onLost);
  }

  comment(): void {
    this.#write(COMMENT);
  }

  /** Says why it is over, if there is a reason, and ends. */
  end(message?: Message): void {
    if (message) this.#write(frame(message));
    this.#response.end();
  }
}
