/** How a process is, for those who run it: `/livez`, `/readyz`, `/metrics`; and one name a request, in answers and logs. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this process is about to stop: it says that it is not ready, and asks callers to close their connections. */
    stopping: { begun: boolean };
  }
}

/** Upper bounds of the times that answers take, in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];
const REQUEST_ID = 'x-request-id';
const ID = /^[0-9A-Za-z-]{8,64}$/;
const OPERATION = /^\/(livez|readyz|metrics)$/;
const OPEN = { config: { auth: 'none' as const }, schema: { hide: true } };

/** The gateway's name for a request, or one of our own where none is in front. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && ID.test(given) ? given : randomUUID();
}

/** Whether an address is for those who run the service: asked every moment, so that its answers are in no log. */
export const isForOperators = (url: string | undefined): boolean => url !== undefined && OPERATION.test(url);

interface Options {
  /** Resolves while the process can do its work. */
  works(): Promise<void>;
}

export const operation = fastifyPlugin(async (app: FastifyInstance, { works }: Options) => {
  const stopping = { begun: false };
  app.decorate('stopping', stopping);
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
    if (stopping.begun) reply.header('connection', 'close');
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'lodestar_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'unknown';
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/livez', OPEN, async () => ({ status: 'ok' }));
  app.get('/readyz', OPEN, async (_request, reply) => {
    const database = await works().then(
      () => [],
      () => ['database'],
    );
    const missing = [...(stopping.begun ? ['stopping'] : []), ...database];
    if (missing.length === 0) return { status: 'ok' };
    return reply.code(503).send({ status: 'not ready', missing });
  });
  app.get('/metrics', OPEN, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
});
