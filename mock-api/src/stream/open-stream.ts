/** One browser's stream: what is written to it, and when it ends. */
import type { ServerResponse } from 'node:http';
import type { Locale } from '../common/i18n.ts';
import type { StreamData } from '../contract.ts';

/**
 * A client with more unread bytes than this is disconnected or too slow: its stream is closed. It reconnects and gets
 * what it missed.
 */
const UNREAD_LIMIT = 256 * 1024;

/** Keeps idle connections open: just a colon. */
const COMMENT = ':\n\n';

export interface Message {
  /** Number of the change; absent if nothing changed, for example when a session expires. */
  id?: number;
  event: string;
  data: StreamData | Record<string, never>;
}

const frame = ({ id, event, data }: Message) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export class OpenStream {
  readonly person: string;
  /** Session that it belongs to; checked again before every message. */
  readonly tokenHash: string;
  /** Changes up to this number are sent by the replay, later ones by the hub. */
  readonly from: number;
  /** Language of the events that it includes; undefined if its client only wants ids. */
  readonly content: Locale | undefined;
  /** Second of the round in which its comment is written. */
  slot = 0;
  readonly #response: ServerResponse;
  /** Messages that arrived while the replay was being read. */
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

  /** Sends a message of the replay, ahead of waiting ones. */
  replay(message: Message, onLost?: () => void): void {
    this.#write(frame(message), onLost);
  }

  /** Ends the replay and sends the messages that arrived meanwhile. */
  goLive(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const send of waiting) send();
  }

  /**
   * Sends a message, after the replay.
   * @param onLost called if it could not be handed to the network
   */
  send(message: Message, onLost?: () => void): void {
    if (this.#waiting) this.#waiting.push(() => this.#write(frame(message), onLost));
    else this.#write(frame(message), onLost);
  }

  comment(): void {
    this.#write(COMMENT);
  }

  /** Sends a last message with the reason, if there is one, and ends the stream. */
  end(message?: Message): void {
    if (message) this.#write(frame(message));
    this.#response.end();
  }
}
