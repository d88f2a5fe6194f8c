import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An attacker's server: records what arrives over HTTP and, as a STUN server, over UDP. */
export class Attacker {
  /** Requested paths, e.g. "/posts%20by%20fetch". */
  readonly paths = new Set<string>();
  connections = 0;
  datagrams = 0;
  readonly #http = createServer((request, response) => {
    this.paths.add(new URL(request.url ?? '/', 'http://attacker').pathname);
    response.setHeader('access-control-allow-origin', '*');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>attacker</title>');
  });
  readonly #stun = createSocket('udp4');

  static async start(): Promise<Attacker> {
    const attacker = new Attacker();
    attacker.#http.on('connection', () => {
      attacker.connections += 1;
    });
    attacker.#http.on('upgrade', ({ url = '/' }, socket) => {
      attacker.paths.add(url);
      socket.destroy();
    });
    attacker.#stun.on('message', () => {
      attacker.datagrams += 1;
    });
    await once(attacker.#http.listen(0, '127.0.0.1'), 'listening');
    attacker.#stun.bind(0, '127.0.0.1');
    await once(attacker.#stun, 'listening');
    return attacker;
  }

  /** URL of the HTTP server, a different origin from the product's. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get stunPort(): number {
    return this.#stun.address().port;
  }

  /** Returns the names of the programs whose request arrived. */
  reachedBy(): string[] {
    return [...this.paths].map((path) => decodeURIComponent(path.slice(1)));
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await once(this.#http.close(), 'close');
    await once(this.#stun.close(), 'close');
  }
}
