import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Upstreams } from '../traffic/upstreams.ts';

/** A condition that must hold before this process gets traffic. */
type Condition = () => boolean | Promise<boolean>;

/** Signals that the process is about to stop. */
export class Draining {
  #begun = false;

  get hasBegun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}

/**
 * Adds `GET /livez` (the process runs) and `GET /readyz` (it may get traffic; 503 lists what is missing). A process
 * that is about to stop is not ready, and asks callers to close their connections.
 */
export function addProbes(app: FastifyInstance, draining: Draining, conditions: Record<string, Condition>): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.hasBegun) reply.header('connection', 'close');
  });
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = Object.entries(conditions).map(async ([name, holds]) => ((await holds()) ? [] : [name]));
    const missing = [...(draining.hasBegun ? ['stopping'] : []), ...(await Promise.all(checks)).flat()];
    const body = missing.length === 0 ? { status: 'ok' } : { status: 'not ready', missing };
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });
}

/** Upper bounds for response times, in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/**
 * Measures the process, its responses, and the health of the API's processes.
 * @returns a function that resolves with the metrics in Prometheus' text format
 */
export function measure(app: FastifyInstance, upstreams: Upstreams): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'lodestar_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  new Gauge({
    name: 'lodestar_api_up',
    help: 'Whether a process of the API accepts calls (1) or is unreachable (0).',
    labelNames: ['url'],
    registers: [registry],
    collect() {
      for (const { url, status } of upstreams.list()) this.set({ url }, status === 'ok' ? 1 : 0);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    // Labelled by route, not by address: addresses contain ids and are unbounded.
    const route = request.routeOptions.url ?? 'page';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return () => registry.metrics();
}
