import { randomUUID } from 'node:crypto';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';

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

/** Logs one line per request, once it has been answered. */
export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime);
  request.log.info(
    { method: request.method, path: safePath(request.url), status: reply.statusCode, ms },
    'request completed',
  );
}

/** Header with the request's id, in every response and in calls to the API. */
export const REQUEST_ID = 'x-request-id';
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

/** Adds the request's id to every response. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
  });
}
