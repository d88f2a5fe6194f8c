import type { FastifyReply, FastifyRequest } from 'fastify';

/** Longer path segments of these characters may be one-time tokens, as in /onboarding/reset-password/{uuid}. */
const TOKEN = /^[A-Za-z0-9_-]{20,}$/;

/** A path as logs may hold it: without its query, and without anything that could be a token. */
export function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path
    .split('/')
    .map((segment) => (TOKEN.test(segment) ? ':token' : segment))
    .join('/');
}

/** One line a request, when it is answered. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime);
  request.log.info({ method: request.method, path: safePath(request.url), status: reply.statusCode, ms }, 'answered');
}
