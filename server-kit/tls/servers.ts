/** Servers with time limits: for https if there is a certificate, and then with the newest one. */
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import { CHECK_INTERVAL_MS, type ConnectionLimit, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../connections.ts';
import type { RenewedTls } from './files.ts';

/** Keep-alive timeout for connections, in milliseconds; the web framework's own default. */
const KEEP_ALIVE_MS = 72_000;
/** Least time between two log lines about callers without a valid certificate, in milliseconds. */
const LOG_INTERVAL_MS = 60_000;
type Timeouts = Required<Pick<http.ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>>;

const TIMEOUTS: Timeouts = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
};

interface Options {
  connections?: ConnectionLimit | undefined;
  tls?: RenewedTls | undefined;
  /** Names of which a caller's certificate needs one; empty: any certificate of the authority will do. */
  callers?: readonly string[];
  timeouts?: Timeouts;
}

/** Creates a process's servers. If the files name an authority, callers need a certificate of it. */
export class Servers {
  readonly #connections: ConnectionLimit | undefined;
  readonly #tls: RenewedTls | undefined;
  readonly #callers: readonly string[];
  readonly #timeouts: Timeouts;
  #log: FastifyBaseLogger | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ connections, tls, callers = [], timeouts = TIMEOUTS }: Options) {
    this.#connections = connections;
    this.#tls = tls;
    this.#callers = callers;
    this.#timeouts = timeouts;
  }

  /** Called once for each address that a host name resolves to. */
  readonly make = (listener: RequestListener): Server => {
    const server =
      this.#tls === undefined ? http.createServer(this.#timeouts, listener) : this.#makeSecure(this.#tls, listener);
    this.#connections?.watch(server);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    return server;
  };

  #makeSecure(tls: RenewedTls, listener: RequestListener): https.Server {
    const asksCallers = tls.contents.ca !== undefined;
    const server = https.createServer(
      {
        ...this.#timeouts,
        handshakeTimeout: this.#timeouts.headersTimeout,
        ...tls.contents,
        requestCert: asksCallers,
        rejectUnauthorized: asksCallers,
      },
      listener,
    );
    tls.onRenewed((contents) => server.setSecureContext(contents));
    if (asksCallers) {
      // Before the server's own listener, which begins to read requests.
      server.prependListener('secureConnection', (socket) => this.#admit(socket));
      server.on('tlsClientError', (error: Error & { code?: string }) => this.#noteRefused(error.code ?? error.name));
    }
    return server;
  }

  #admit(socket: TLSSocket): void {
    if (this.#callers.length === 0) return;
    const certificate = socket.getPeerX509Certificate();
    if (this.#callers.some((name) => certificate?.checkHost(name, { wildcards: false }) !== undefined)) return;
    socket.destroy();
    this.#noteRefused('NAME_NOT_LISTED');
  }

  #noteRefused(code: string): void {
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#loggedAt = performance.now();
    this.#log?.warn({ code }, 'a caller without a valid certificate was refused');
  }

  logTo(log: FastifyBaseLogger): void {
    this.#log = log;
    this.#connections?.logTo(log);
  }
}
