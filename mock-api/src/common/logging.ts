/** Log lines: JSON with ids and numbers. No bodies, query strings, tokens, addresses or names of people. */
import { type FastifyServerOptions, LogController } from 'fastify';

export const LOG_LEVELS = /^(fatal|error|warn|info|debug|silent)$/;
/** Request id in lines about the process itself. */
export const NO_REQUEST = 'process';

interface Bindings {
  bindings(): object;
}

/**
 * Returns logger options. Every line has `service`, `time` (ISO 8601) and `requestId`, like those of the gateway.
 * @param stream destination of the lines; standard output by default
 */
export function logger(
  service: string,
  level: string,
  stream?: { write(line: string): void },
): FastifyServerOptions['logger'] {
  return {
    ...(stream ? { stream } : {}),
    level,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: (_line: object, _level: number, logger: Bindings) =>
      'requestId' in logger.bindings() ? {} : { requestId: NO_REQUEST },
    serializers: { req: () => ({}), res: () => ({}) },
  };
}

/** Reduces the web framework's own log lines about requests to their ids. */
export const logController = () => new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });
