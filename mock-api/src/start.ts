/** Runs a Fastify service as a process: listens, logs one line about it, and shuts down gracefully. */
import type { FastifyHttpOptions, FastifyInstance, FastifyServerOptions, RawServerDefault } from 'fastify';
import { CHECK_INTERVAL_MS, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from 'server-kit/connections';
import { ConfigError } from 'server-kit/environment';
import { listenWhenFree, PORT_WAIT_MS } from 'server-kit/listen';
import { requestIdOf } from 'server-kit/operation';
import { useForwardProxy } from 'server-kit/outside/forward-proxy';
import { certificateEnd, measureCertificate, RenewedTls } from 'server-kit/tls/files';
import type { InternalTls } from 'server-kit/tls/internal';
import { Servers } from 'server-kit/tls/servers';
import { SECOND } from './common/clock.ts';
import { logController, logger, NO_REQUEST } from './common/logging.ts';
import type { ServiceConfig } from './config/config.ts';

/** How long requests in progress may take after the signal to stop, in milliseconds. */
const SHUTDOWN_TIMEOUT = 10 * SECOND;
/**
 * How long connections are still accepted after the signal to stop, in milliseconds, each for one response, while the
 * process reports that it is not ready. Requests that were in transit when the signal came are answered, not cut off;
 * outside a demo gateways have the time to notice (`gateway/http/traffic/upstreams.ts` polls twice a second).
 */
const DRAIN_TIME = { demo: 250, production: 2 * SECOND };

/** A service's server for https, which only the product's other processes can call. */
export interface InternalServer {
  servers: Servers;
  tls: RenewedTls;
}

/** Returns undefined without TLS between processes. @throws PlainError if the certificate can't be used */
export async function openInternalServer(settings: InternalTls | undefined): Promise<InternalServer | undefined> {
  if (settings === undefined) return undefined;
  const tls = await RenewedTls.open(settings.files, 'INTERNAL');
  return { tls, servers: new Servers({ tls, callers: settings.callers }) };
}

/** Logs and measures the server. Call it once `app` has metrics. */
export function followInternalServer(app: FastifyInstance, internal: InternalServer | undefined): void {
  if (internal === undefined) return;
  const { servers, tls } = internal;
  servers.logTo(app.log);
  tls.follow(app);
  measureCertificate(app.metrics, 'internal', () => certificateEnd(tls.contents.cert));
}

/** Returns the options of all services' servers. */
export const serverOptions = (
  { trustedProxies }: { trustedProxies: readonly string[] },
  logger: FastifyServerOptions['logger'],
  internal: InternalServer | undefined,
) =>
  ({
    ...(internal && { serverFactory: internal.servers.make }),
    logger: logger ?? false,
    logController: logController(),
    genReqId: requestIdOf,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    trustProxy: [...trustedProxies],
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
  }) satisfies FastifyHttpOptions<RawServerDefault>;

interface Address {
  host: string;
  port: number;
}

interface Service extends Address {
  name: string;
  /** One of DRAIN_TIME. */
  drainTime: number;
  /** One of PORT_WAIT_MS. */
  portWait: number;
}

/** Returns one clear sentence for an error that an operator can fix. */
function explain(error: unknown, { name, host, port }: Service): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return `The ${name} cannot start: port ${port} on ${host} is in use. Stop what runs there or set PORT to a free one.`;
  }
  if (code === 'EACCES')
    return `The ${name} cannot start: no permission to listen on port ${port} or to write its data.`;
  if (code === 'ECONNREFUSED')
    return `The ${name} cannot start: no database server responds at the address in DATABASE_URL.`;
  return `The ${name} cannot start: ${error instanceof Error ? error.message : String(error)}`;
}

function exitWithError(error: unknown, service: Service): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error, service)}\n`);
  process.exit(1);
}

/** Listens, prints one JSON line with the address, and on SIGTERM or SIGINT closes after the requests in progress. */
async function serve(app: FastifyInstance, service: Service): Promise<void> {
  const { name, host, port, drainTime, portWait } = service;
  try {
    const onWait = () => app.log.warn({ port, waitMs: portWait }, 'port in use, waiting for it');
    await listenWhenFree(() => app.listen({ host, port }), portWait, onWait);
  } catch (error) {
    await app.close();
    exitWithError(error, service);
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const line = { event: 'listening', service: name, time: new Date().toISOString(), requestId: NO_REQUEST };
  process.stdout.write(`${JSON.stringify({ ...line, host, port: bound, pid: process.pid })}\n`);

  const stop = (signal: string) => {
    if (app.stopping.begun) return;
    app.stopping.begun = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
    setTimeout(() => {
      app.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    }, drainTime);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * Runs a service until it gets a signal to stop. Exits with one sentence about what an operator can fix.
 * @param name of the service in such a sentence
 * @param log its name in the log
 */
export async function runService<Config extends Address & Pick<ServiceConfig, 'demo' | 'logLevel' | 'forwardProxy'>>(
  { name, log }: { name: string; log: string },
  readConfig: (environment: NodeJS.ProcessEnv) => Config,
  build: (config: Config, logger: FastifyServerOptions['logger']) => Promise<FastifyInstance>,
): Promise<void> {
  const service = { name, host: '127.0.0.1', port: 0, drainTime: DRAIN_TIME.demo, portWait: PORT_WAIT_MS.demo };
  try {
    const config = readConfig(process.env);
    const stage = config.demo.on ? 'demo' : 'production';
    const { host, port } = config;
    useForwardProxy(config.forwardProxy);
    Object.assign(service, { host, port, drainTime: DRAIN_TIME[stage], portWait: PORT_WAIT_MS[stage] });
    await serve(await build(config, logger(log, config.logLevel)), service);
  } catch (error) {
    exitWithError(error, service);
  }
}
