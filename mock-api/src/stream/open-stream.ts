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
  /** Changes up to this number are sent by the replay, later ones by `Live`. */
  readonly from: number;
  /** Language of the events that it includes; undefined if its client only wants ids. */
  readonly content: Locale | undefined;
  /**
   * Asks the identity provider of its session whether that may go on; resolves with false while that is unknown. Absent
   * if no provider opened the session.
   */
  readonly recheck: (() => Promise<boolean>) | undefined;
  /** Second of the round in which its comment is written. */
  slot = 0;
  readonly #response: ServerResponse;
  /** Messages that arrived while the replay was being read. */
  #queued: (() => void)[] | undefined = [];

  constructor(
    response: ServerResponse,
    of: Pick<OpenStream, 'person' | 'tokenHash' | 'from'> & Partial<Pick<OpenStream, 'content' | 'recheck'>>,
  ) {
    this.#response = response;
    this.person = of.person;
    this.tokenHash = of.tokenHash;
    this.from = of.from;
    this.content = of.content;
    this.recheck = of.recheck;
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  #write(text: string, onFailure?: () => void): void {
    if (!this.isOpen) {
      onFailure?.();
      return;
    }
    if (this.#response.writableLength > UNREAD_LIMIT) this.#response.destroy();
    this.#response.write(text, (error) => error && onFailure?.());
  }

  /** Sends a message of the replay, ahead of waiting ones. */
  replay(message: Message, onFailure?: () => void): void {
    this.#write(frame(message), onFailure);
  }

  /** Ends the replay and sends the messages that arrived meanwhile. */
  goLive(): void {
    const queued = this.#queued ?? [];
    this.#queued = undefined;
    for (const send of queued) send();
  }

  /**
   * Sends a message, after the replay.
   * @param onFailure called if it could not be handed to the network
   */
  send(message: Message, onFailure?: () => void): void {
    if (this.#queued) this.#queued.push(() => this.#write(frame(message), onFailure));
    else this.#write(frame(message), onFailure);
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
