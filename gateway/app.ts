import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { Counter } from 'prom-client';
import { ConnectionLimit } from 'server-kit/connections';
import { isHttps } from 'server-kit/http';
import { operation, traceRequests } from 'server-kit/operation';
import { certificateEnd, measureCertificate, RenewedTls } from 'server-kit/tls/files';
import { Servers } from 'server-kit/tls/servers';
import { development } from './dev/events.ts';
import type { GatewayConfig } from './http/config.ts';
import { sendError } from './http/messages.ts';
import { loggingTo, requestLog } from './http/operation/logging.ts';
import { apiProxy, recorderProxy } from './http/proxy.ts';
import { contentSecurityPolicy, policySources, security, securityHeaders } from './http/security.ts';
import { CallQueue } from './http/traffic/call-queue.ts';
import { Upstreams } from './http/traffic/upstreams.ts';
import { localWork } from './local-work/routes.ts';
import { Overrides } from './overrides/overrides.ts';
import { overrideRoutes } from './overrides/routes.ts';
import { type BrandFile, brandFiles } from './pages/brand.ts';
import { deployPage } from './pages/deploy/routes.ts';
import { publishedFiles } from './pages/files.ts';
import { guestPage } from './pages/guest.ts';
import { documentMaker, languagesIn } from './pages/pages.ts';
import { repair } from './pages/rescue.ts';
import { pages } from './pages/routes.ts';
import { publishing } from './publish/routes.ts';
import { Deployment, published } from './registry/deployment.ts';
import { openStore } from './registry/store/postgres.ts';
import { health } from './rollout/health/routes.ts';

interface GatewayOptions {
  config: GatewayConfig;
  brand: BrandFile;
  /** Log destination; standard output when absent. `false` disables logging. */
  logTo?: { write(line: string): void } | false;
}

/** Opens what the plugins share. */
function open(
  { config, brand }: GatewayOptions,
  { log, metrics }: FastifyInstance,
  closedPolicy: string,
  internalTls?: RenewedTls,
) {
  const refused = new Counter({
    name: 'lodestar_calls_refused_total',
    help: 'Calls that were refused because there were too many, by who waits for them.',
    labelNames: ['class'],
    registers: [metrics],
  });
  const queueFor = (upstreams: Upstreams) =>
    new CallQueue(config.callsPerProcess, upstreams, (callClass) => refused.inc({ class: callClass }));
  const upstreams = new Upstreams(config.apiUrls, internalTls);
  const deployment = new Deployment(config, log);
  const documents = documentMaker(config, brand, deployment);
  return {
    ...{ config, brand, deployment, documents },
    store: openStore(config.deployRoot, config.databaseUrl),
    ...{ upstreams, queueFor, calls: queueFor(upstreams) },
    internalTls,
    overrides: config.overrides ? new Overrides(config, deployment) : undefined,
    policy: () => (deployment.last === undefined ? closedPolicy : documents(deployment.last).policy),
  };
}

/** What a plugin needs is above it; when the gateway closes, they stop from the last to the first. */
const PLUGINS: FastifyPluginAsync<ReturnType<typeof open>>[] = [
  ...[requestLog, published, security, overrideRoutes, publishedFiles, guestPage, brandFiles, repair],
  ...[health, publishing, deployPage, development, localWork, apiProxy, recorderProxy, pages],
];

/** Builds the gateway, ready to listen. */
export async function buildGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { config } = options;
  const closedPolicy = contentSecurityPolicy(policySources(config));
  const tls = config.tls && (await RenewedTls.open(config.tls));
  const internalTls = config.internalTls && (await RenewedTls.open(config.internalTls.files, 'INTERNAL'));
  const exempt = [...config.trustedProxies, ...config.generousNetworks];
  const servers = new Servers({ tls, connections: new ConnectionLimit(config.connectionsPerAddress, exempt) });
  const app = fastify({
    ...loggingTo(options.logTo),
    serverFactory: servers.make,
    // Requests that still arrive while the gateway closes are answered like any other.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // Requests with an undecodable URL fail before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ 'content-security-policy': closedPolicy, ...securityHeaders(isHttps(request)) });
      reply.header('x-request-id', request.id);
      return sendError(request, reply, 400, 'BAD_REQUEST');
    },
  });
  servers.logTo(app.log);
  app.decorate('offeredLanguages', languagesIn(config));
  tls?.follow(app);
  internalTls?.follow(app);
  await traceRequests(app, 'lodestar-gateway', config.tracing);
  await app.register(operation, { operators: config.operators, dataFolder: config.deployRoot, unmatched: 'page' });
  if (tls) measureCertificate(app.metrics, 'tls', () => certificateEnd(tls.contents.cert));
  if (internalTls) measureCertificate(app.metrics, 'internal', () => certificateEnd(internalTls.contents.cert));
  const shared = open(options, app, closedPolicy, internalTls);
  for (const plugin of PLUGINS) await app.register(plugin, shared);
  return app;
}
