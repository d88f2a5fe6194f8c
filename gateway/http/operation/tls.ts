import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { CHECK_INTERVAL_MS, ConnectionLimit, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from 'server-kit/connections';
import { PlainError, reasonOf } from 'server-kit/plain-error';

/** Interval at which the files are checked, in milliseconds: renewing a certificate needs no restart. */
const POLL_INTERVAL_MS = 1_000;
/** Keep-alive timeout for connections to browsers, in milliseconds; the web framework's own default. */
const KEEP_ALIVE_MS = 72_000;
type Timeouts = Required<Pick<http.ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>>;

const TIMEOUTS: Timeouts = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
};

/** PEM files: the certificate with its chain, and its private key. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

interface TlsPair {
  cert: Buffer;
  key: Buffer;
}

async function readSetting(setting: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    throw new PlainError(`${setting} names a file that can't be read: ${reasonOf(thrown)}`);
  }
}

function parse<Parsed>(setting: string, what: string, work: () => Parsed): Parsed {
  try {
    return work();
  } catch {
    throw new PlainError(`${setting} names a file that holds no ${what} in PEM`);
  }
}

/** Reads certificate and key. @throws PlainError that lists what is wrong with either */
export async function readTls({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.allSettled([
    readSetting('TLS_CERT_FILE', certFile),
    readSetting('TLS_KEY_FILE', keyFile),
  ]);
  if (cert.status === 'rejected' || key.status === 'rejected') {
    const reasons = [cert, key].flatMap((read) => (read.status === 'rejected' ? [reasonOf(read.reason)] : []));
    throw new PlainError(reasons.join('\n'));
  }
  const certificate = parse('TLS_CERT_FILE', 'certificate', () => new X509Certificate(cert.value));
  const privateKey = parse('TLS_KEY_FILE', 'private key', () => createPrivateKey(key.value));
  if (!certificate.checkPrivateKey(privateKey))
    throw new PlainError('TLS_KEY_FILE names a key that is not the one of the certificate in TLS_CERT_FILE');
  if (certificate.validToDate < new Date())
    throw new PlainError(`TLS_CERT_FILE names a certificate that has expired: ${certificate.validTo}`);
  return { cert: cert.value, key: key.value };
}

const stampOf = async ({ certFile, keyFile }: TlsFiles) =>
  (await Promise.all([certFile, keyFile].map((file) => stat(file).catch(() => undefined))))
    .map((found) => `${found?.ino}-${found?.mtimeMs}-${found?.size}`)
    .join(' ');

/** Creates the gateway's servers: for https if there is a certificate, and then with the newest one. */
export class Servers {
  readonly #connections: ConnectionLimit;
  #tls: TlsPair | undefined;
  readonly #timeouts: Timeouts;
  readonly #files: TlsFiles | undefined;
  readonly #secure: https.Server[] = [];

  constructor(connections: ConnectionLimit, tls?: { files: TlsFiles; pair: TlsPair }, timeouts: Timeouts = TIMEOUTS) {
    this.#timeouts = timeouts;
    this.#connections = connections;
    this.#tls = tls?.pair;
    this.#files = tls?.files;
  }

  /** Called once for each address that a host name resolves to. */
  readonly make = (listener: RequestListener): Server => {
    const server =
      this.#tls === undefined
        ? http.createServer(this.#timeouts, listener)
        : https.createServer(
            { ...this.#timeouts, handshakeTimeout: this.#timeouts.headersTimeout, ...this.#tls },
            listener,
          );
    this.#connections.watch(server);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    if (server instanceof https.Server) this.#secure.push(server);
    return server;
  };

  /** Adds the end of the certificate that is served, if there is one. */
  measure(registry: Registry): void {
    if (this.#tls === undefined) return;
    const end = () => (this.#tls === undefined ? 0 : new X509Certificate(this.#tls.cert).validToDate.getTime() / 1_000);
    new Gauge({
      name: 'lodestar_certificate_expiry_timestamp_seconds',
      help: 'When the certificate ends that new connections get.',
      labelNames: ['certificate'],
      registers: [registry],
      collect() {
        this.set({ certificate: 'tls' }, end());
      },
    });
  }

  /** Logs to `app` and, while it runs, uses a renewed certificate for new connections; an invalid one is ignored. */
  follow(app: FastifyInstance): void {
    this.#connections.logTo(app.log);
    if (this.#files === undefined) return;
    const files = this.#files;
    let known: string | undefined;
    const reloadIfChanged = async () => {
      const stamp = await stampOf(files);
      const isFirst = known === undefined;
      if (stamp === known) return;
      known = stamp;
      if (isFirst) return;
      const pair = await readTls(files);
      this.#tls = pair;
      for (const server of this.#secure) server.setSecureContext(pair);
      app.log.info({ expires: new X509Certificate(pair.cert).validTo }, 'certificate renewed');
    };
    const timer = setInterval(() => {
      reloadIfChanged().catch((thrown: unknown) =>
        app.log.error({ problem: reasonOf(thrown) }, 'certificate rejected'),
      );
    }, POLL_INTERVAL_MS).unref();
    void reloadIfChanged();
    app.addHook('onClose', async () => clearInterval(timer));
  }
}

interface ServerSettings {
  tls?: TlsFiles;
  trustedProxies: readonly string[];
  generousNetworks: readonly string[];
  connectionsPerAddress: number;
}

/** @throws PlainError if the certificate can't be used */
export async function openServers(config: ServerSettings): Promise<Servers> {
  const exempt = [...config.trustedProxies, ...config.generousNetworks];
  const connections = new ConnectionLimit(config.connectionsPerAddress, exempt);
  return new Servers(connections, config.tls && { files: config.tls, pair: await readTls(config.tls) });
}
