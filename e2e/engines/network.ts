import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What lies between phones and servers, and can be cut: no engine but Chromium can be told to be offline. A cut closes what
 * is open and refuses what is new, as a phone meets it whose network is there and leads nowhere.
 */
export class Network {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  /** Leads to a server. @param port where it listens @returns where phones reach it */
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
  }

  /** Ends it for good. */
  close(): void {
    this.cut();
    for (const server of this.#servers) server.close();
  }

  #join(phone: Socket, port: number): void {
    // A cut, or a server that has gone, ends both sides; that is no fault of the network.
    phone.on('error', () => phone.destroy());
    if (this.#isCut) {
      phone.resetAndDestroy();
      return;
    }
    const server = connect(port, 'localhost');
    server.on('error', () => server.destroy());
    for (const [from, to] of [
      [phone, server],
      [server, phone],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
