import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Upstreams } from '../traffic/upstreams.ts';

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
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  new Gauge({
    name: 'lodestar_api_up',
    help: 'Whether a process of the API takes calls (1) or is out (0).',
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
