/** Operational endpoints (`/livez`, `/readyz`, `/metrics`), traces, and one id per request, in responses and logs. */
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isOperator, type OperatorAccess, refuseOperator } from './http.ts';
import type { TraceSettings } from './tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Whether this process is about to stop: it then reports that it is not ready, and asks clients to close their
     * connections.
     */
    stopping: { begun: boolean };
    /** What `/metrics` shows. */
    metrics: Registry;
    /** What `/readyz` names as missing -> check that resolves if it isn't. */
    readiness: Map<string, () => Promise<unknown>>;
  }
}

/** Upper bounds of response times, in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];
const REQUEST_ID = 'x-request-id';
const ID = /^[0-9A-Za-z-]{8,64}$/;
const OPERATION = /^\/(livez|readyz|metrics)$/;
const OPEN = { config: { auth: 'none' as const }, schema: { hide: true } };

/** Returns the gateway's id of a request, or a new one if there is no gateway. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && ID.test(given) ? given : randomUUID();
}

/** Returns whether a URL is an operational endpoint: polled so often that its responses are not logged. */
export const isForOperators = (url: string | undefined): boolean => url !== undefined && OPERATION.test(url);

/** Returns the space on a folder's disk, in bytes. A folder that can't be read counts by the one above it. */
async function spaceAt(folder: string): Promise<{ size: number; free: number }> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { size: bsize * blocks, free: bsize * bavail };
  } catch (thrown) {
    if (dirname(folder) === folder) throw thrown;
    return spaceAt(dirname(folder));
  }
}

function measureDisk(registry: Registry, folder: string): void {
  const sizes = new Gauge({ name: 'lodestar_disk_size_bytes', help: 'Size of the disk.', registers: [registry] });
  new Gauge({
    name: 'lodestar_disk_free_bytes',
    help: 'Space that this process may still use on the disk of its data.',
    registers: [registry],
    async collect() {
      const { size, free } = await spaceAt(resolve(folder));
      sizes.set(size);
      this.set(free);
    },
  });
}

interface Options {
  operators: OperatorAccess;
  /** Folder of the process's data. */
  dataFolder: string;
  /** Label of requests to no route. */
  unmatched?: string;
}

export const operation = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  const { operators, dataFolder, unmatched = 'unknown' } = options;
  const stopping = { begun: false };
  app.decorate('stopping', stopping);
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
    if (stopping.begun) reply.header('connection', 'close');
    if (isForOperators(request.routeOptions.url)) reply.header('cache-control', 'no-store');
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureDisk(registry, dataFolder);
  app.decorate('metrics', registry);
  const readiness: FastifyInstance['readiness'] = new Map();
  app.decorate('readiness', readiness);
  const seconds = new Histogram({
    name: 'lodestar_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? unmatched;
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/livez', OPEN, async () => ({ status: 'ok' }));
  app.get('/readyz', OPEN, async (_request, reply) => {
    const checks = [...readiness].map(([name, check]) =>
      check().then(
        () => [],
        () => [name],
      ),
    );
    const missing = [...(stopping.begun ? ['stopping'] : []), ...(await Promise.all(checks)).flat()];
    if (missing.length === 0) return { status: 'ok' };
    return reply.code(503).send({ status: 'not ready', missing });
  });
  app.get('/metrics', OPEN, async (request, reply) => {
    if (!isOperator(operators, request.headers.authorization)) return refuseOperator(reply);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
});

/** `service.name` of a process in its traces. */
type TracedService = 'lodestar-gateway' | 'lodestar-api' | 'lodestar-recorder';

/**
 * Traces the requests of a server with OpenTelemetry, which is loaded only if there are settings. Must be called before
 * other hooks are added.
 */
export async function traceRequests(
  app: FastifyInstance,
  service: TracedService,
  settings: TraceSettings | undefined,
): Promise<void> {
  if (settings === undefined) return;
  const { OtlpTracing } = await import('./tracing/otlp.ts');
  // Only gateways get requests from outside.
  const isInside = service !== 'lodestar-gateway';
  new OtlpTracing({ ...settings, service, continuesTraces: isInside }, app.log).addTo(app);
}
