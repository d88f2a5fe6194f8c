import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Beginning of a request for one of the product's scripts. A connection has one request at a time. */
const SCRIPT_REQUEST = /^GET \/(shell|remotes)\/\S*\.js /;

/**
 * A TCP proxy between phones and servers that can be cut, because only Chromium can be set offline. A cut closes open
 * connections and refuses new ones, like a network without internet access.
 */
export class Network {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  /** While scripts are held back: resolves when they may go on. */
  #held: Promise<void> | undefined;
  #release = () => {};

  /** Adds a proxy for a server. @param port the server's port @returns the port for phones */
  readonly leadTo = async (port: number): Promise<number> => {
    const server = createServer((phone) => this.#join(phone, port));
    this.#servers.push(server);
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
    this.#release();
  }

  /** Holds back requests for scripts, as a slow network does. Returns a function that lets them go on. */
  holdScripts(): () => void {
    this.#held = new Promise((resolve) => {
      this.#release = () => {
        this.#held = undefined;
        resolve();
      };
    });
    return this.#release;
  }

  close(): void {
    this.cut();
    for (const server of this.#servers) server.close();
  }

  #join(phone: Socket, port: number): void {
    // A cut or a stopped server ends both sides, which is not an error of the proxy.
    phone.on('error', () => phone.destroy());
    if (this.#isCut) {
      phone.resetAndDestroy();
      return;
    }
    const server = connect(port, 'localhost');
    server.on('error', () => server.destroy());
    const delay = new Transform({
      transform: (part: Buffer, _encoding, forward) => {
        const held = SCRIPT_REQUEST.test(part.toString('latin1')) ? this.#held : undefined;
        void Promise.resolve(held).then(() => forward(null, part));
      },
    });
    phone.pipe(delay).pipe(server);
    server.pipe(phone);
    for (const [from, to] of [
      [phone, server],
      [server, phone],
    ] as const) {
      this.#sockets.add(from);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
