import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { sendError } from '../messages.ts';
import { OverloadedError } from '../traffic/call-queue.ts';

/** Matches long path segments that may be one-time tokens, as in /onboarding/reset-password/{uuid}. */
const TOKEN = /^[A-Za-z0-9_-]{20,}$/;

/** Returns a path that is safe to log: without its query and anything that could be a token. */
function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path
    .split('/')
    .map((segment) => (TOKEN.test(segment) ? ':token' : segment))
    .join('/');
}

/** Logs one line per request, once it has been answered, and answers those that fail. */
export const requestLog = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    const line = { method: request.method, path: safePath(request.url), status: reply.statusCode, ms };
    request.log.info(line, 'request completed');
  });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OverloadedError) {
      reply.header('retry-after', error.retryAfterS);
      return sendError(request, reply, 503, error.isDeferred ? 'BUSY' : 'UNAVAILABLE');
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return sendError(request, reply, status, 'BAD_REQUEST');
    request.log.error({ err: error }, 'request failed');
    return sendError(request, reply, 500, 'INTERNAL');
  });
});

/** Replaces the request id in lines about the process itself. */
const NO_REQUEST = 'process';

interface Bindings {
  bindings(): object;
}

/**
 * Log format of all services: JSON with `service`, `time` (ISO 8601) and `requestId`. No query strings and no tokens.
 */
const LINES = {
  level: 'info',
  base: { service: 'gateway' },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  mixin: (_line: object, _level: number, logger: Bindings) =>
    'requestId' in logger.bindings() ? {} : { requestId: NO_REQUEST },
  serializers: { req: ({ method, url }: FastifyRequest) => ({ method, path: safePath(url) }) },
};

/**
 * Returns server settings with this log format. Request ids are always generated: an id sent by a caller is ignored.
 */
export function loggingTo(stream: { write(line: string): void } | false | undefined) {
  return {
    logger: stream === false ? false : { ...LINES, ...(stream === undefined ? {} : { stream }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
  } satisfies FastifyServerOptions;
}
