import type { FastifyReply, FastifyRequest } from 'fastify';

/** Matches long path segments that may be one-time tokens, as in /onboarding/reset-password/{uuid}. */
const TOKEN = /^[A-Za-z0-9_-]{20,}$/;

/** Returns a path that is safe to log: without its query and anything that could be a token. */
export function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path
    .split('/')
    .map((segment) => (TOKEN.test(segment) ? ':token' : segment))
    .join('/');
}

/** Logs one line per request, once it has been answered. */
export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime);
  request.log.info({ method: request.method, path: safePath(request.url), status: reply.statusCode, ms }, 'answered');
}
