/** Listens for senders (MLLP over TCP or TLS), within limits on connections and slowness. */
import { createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createServer as createTlsServer } from 'node:tls';
import { MINUTE } from '../../common/clock.ts';
import type { FeedSettings } from '../../config/hl7.ts';
import { type Frame, FrameReader, frameOf } from './frame.ts';
import { FrameMemory, type Holder } from './memory.ts';

/** How long a message may take from its first byte to its last, in milliseconds. */
export const FRAME_TIMEOUT = MINUTE;
export const MAX_CONNECTIONS = 400;
export const MAX_OF_SENDER = 100;

/** Returns whether an address is one of this machine's. */
function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map((one) => one.address));
  return /^127\./.test(plain) || plain === '::1' || own.includes(plain);
}

/** What the receiver of messages knows of the connection that one came on. */
export interface Connection {
  /** Whether the sender is on this machine. */
  isLocal: boolean;
  /** Counts the connection as one of this sender's. Returns false if the sender has too many. */
  admit(sender: string): boolean;
}

/** What the sender of a message gets; undefined: nothing. `close`: the connection is closed, as it is after an error. */
export type Reply = Buffer | 'close' | undefined;

export interface MllpOptions {
  settings: Pick<FeedSettings, 'tls'>;
  receive(frame: Frame, connection: Connection): Promise<Reply>;
  /** Called when a message could not be stored, or the server fails. */
  onError(error: unknown): void;
}

export class MllpServer {
  readonly #options: MllpOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #ofSender = new Map<string, number>();
  readonly #working = new Set<Promise<void>>();
  readonly #memory = new FrameMemory();
  #isClosing = false;

  constructor(options: MllpOptions) {
    this.#options = options;
    const { tls } = options.settings;
    const accept = (socket: Socket) => this.#accept(socket);
    // The answer to a sender that has finished must still reach it; keep-alive finds those that are gone.
    const half = { allowHalfOpen: true, keepAlive: true, keepAliveInitialDelay: MINUTE, noDelay: true };
    this.#server = tls
      ? createTlsServer({ ...half, ...tls, requestCert: tls.ca !== undefined, handshakeTimeout: FRAME_TIMEOUT }, accept)
      : createServer(half, accept);
    this.#server.maxConnections = MAX_CONNECTIONS;
    // A sender without a certificate is its own problem; it is refused.
    this.#server.on('tlsClientError', () => undefined);
  }

  /** Resolves with the port. @throws such as EADDRINUSE */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        this.#server.on('error', this.#options.onError);
        const address = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  /** Connections that are open. */
  get size(): number {
    return this.#sockets.size;
  }

  /** Stops listening, answers the messages that have arrived, and closes all connections. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const closed = this.#server.listening ? new Promise((done) => this.#server.close(done)) : undefined;
    await Promise.all(this.#working);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    if (this.#isClosing) return void socket.destroy();
    this.#sockets.add(socket);
    const reader = new FrameReader();
    let deadline: NodeJS.Timeout | undefined;
    let sender: string | undefined;
    const connection: Connection = {
      isLocal: isOwnAddress(socket.remoteAddress ?? ''),
      admit: (name) => {
        if (name === sender) return true;
        if (!this.#count(name)) return false;
        this.#uncount(sender);
        sender = name;
        return true;
      },
    };
    const holder: Holder = {
      isBusy: false,
      close: () => {
        reader.stop();
        this.#finish(socket);
      },
    };
    const work = async (frames: readonly Frame[]) => {
      holder.isBusy = true;
      await this.#work(socket, frames, connection);
      holder.isBusy = false;
      this.#memory.hold(holder, reader.length);
    };
    socket.on('data', (chunk) => {
      const frames = reader.add(chunk);
      this.#memory.hold(
        holder,
        frames.reduce((sum, { bytes }) => sum + bytes.length, reader.length),
      );
      if (socket.writableEnded) return;
      if (frames.length > 0 || !reader.isOpen) {
        clearTimeout(deadline);
        deadline = undefined;
      }
      if (reader.isOpen) deadline ??= setTimeout(() => socket.destroy(), FRAME_TIMEOUT);
      if (frames.length > 0) void work(frames);
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#memory.hold(holder, 0);
      clearTimeout(deadline);
      this.#sockets.delete(socket);
      this.#uncount(sender);
    });
  }

  /** Answers messages one after the other; meanwhile nothing more is read from their sender. */
  #work(socket: Socket, frames: readonly Frame[], connection: Connection): Promise<void> {
    socket.pause();
    const work = this.#answer(socket, frames, connection)
      .catch((error: unknown) => {
        this.#options.onError(error);
        socket.destroy();
      })
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
    return work;
  }

  async #answer(socket: Socket, frames: readonly Frame[], connection: Connection): Promise<void> {
    for (const frame of frames) {
      const reply = await this.#options.receive(frame, connection);
      if (reply === 'close') return void socket.destroy();
      if (reply && socket.writable) socket.write(frameOf(reply));
      if (frame.isTooLong) return this.#finish(socket);
    }
    socket.resume();
  }

  /** Closes a connection whose sender may still be sending: a reset would take the answer from it. */
  #finish(socket: Socket): void {
    socket.end();
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), FRAME_TIMEOUT);
    socket.once('close', () => clearTimeout(timer));
  }

  #count(sender: string): boolean {
    const count = this.#ofSender.get(sender) ?? 0;
    if (count >= MAX_OF_SENDER) return false;
    this.#ofSender.set(sender, count + 1);
    return true;
  }

  #uncount(sender: string | undefined): void {
    if (sender === undefined) return;
    const count = this.#ofSender.get(sender) ?? 0;
    if (count <= 1) this.#ofSender.delete(sender);
    else this.#ofSender.set(sender, count - 1);
  }
}
