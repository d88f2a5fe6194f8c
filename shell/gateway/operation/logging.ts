import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { safePath } from '../log.ts';

/** The header that names a request, in every answer and on the way to the API. */
export const REQUEST_ID = 'x-request-id';
/** In the place of a request's id, in lines about the process itself. */
const NO_REQUEST = 'process';

interface Bindings {
  bindings(): object;
}

/** Log lines as all services write them: JSON with `service`, `time` (ISO 8601) and `requestId`. No query strings and no tokens. */
const LINES = {
  level: 'info',
  base: { service: 'gateway' },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  mixin: (_line: object, _level: number, logger: Bindings) =>
    'requestId' in logger.bindings() ? {} : { requestId: NO_REQUEST },
  serializers: { req: ({ method, url }: FastifyRequest) => ({ method, path: safePath(url) }) },
};

/** The settings of a server that logs so, and names each request by itself: a caller's name for one counts nothing. */
export function loggingTo(stream: { write(line: string): void } | false | undefined) {
  return {
    logger: stream === false ? false : { ...LINES, ...(stream === undefined ? {} : { stream }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
  } satisfies FastifyServerOptions;
}

/** Names the request in every answer. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
  });
}
