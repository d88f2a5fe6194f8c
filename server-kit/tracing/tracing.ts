import type { FastifyInstance } from 'fastify';
import type { TraceSettings } from './settings.ts';

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
  const { OtlpTracing } = await import('./otlp.ts');
  // Only gateways get requests from outside.
  const isInside = service !== 'lodestar-gateway';
  new OtlpTracing({ ...settings, service, continuesTraces: isInside }, app.log).addTo(app);
}
