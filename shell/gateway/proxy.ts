import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerBase, RouteGenericInterface } from 'fastify';
import { type ErrorCode, errorBody } from './messages.ts';
import { Upstreams } from './upstreams.ts';

/** What of the API stands on this address. */
const PREFIXES = ['/api', '/outbox'];

const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 30_000;
const RETRY_AFTER_S = 2;

/**
 * Passes calls on to the API's processes in turn, whose answers may carry a Content-Security-Policy of their own: its pages are not the
 * application's. When one can't be reached the answer still has the shape of the API's errors, and a retry reaches another.
 */
export async function proxyApi(app: FastifyInstance, urls: readonly string[]): Promise<void> {
  const upstreams = new Upstreams(urls);
  const taken = new WeakMap<object, string>();
  for (const prefix of PREFIXES) {
    await app.register(httpProxy, {
      upstream: '',
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      undici: { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: ANSWER_TIMEOUT_MS },
      // Whether to try again is the client's to decide: it knows whether that is safe.
      retryMethods: [],
      replyOptions: {
        getUpstream: (request) => {
          const url = upstreams.next();
          taken.set(request, url);
          return url;
        },
        onError: (reply, { error }) => {
          if (!isLate(error)) upstreams.rest(taken.get(reply.request) ?? '');
          sendFailure(reply, error);
        },
        rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwarded(request) }),
      },
    });
  }
}

function forwarded(request: { ip?: string; headers: FastifyRequest['headers'] }): Record<string, string> {
  const proto = request.headers['x-forwarded-proto'];
  return {
    'x-forwarded-for': request.ip ?? '',
    'x-forwarded-proto': typeof proto === 'string' ? proto : 'http',
  };
}

/** It took the call and has not answered: it is there. */
const isLate = (error: Error) => 'statusCode' in error && error.statusCode === 504;

function sendFailure(reply: FastifyReply<RouteGenericInterface, RawServerBase>, error: Error): void {
  const late = isLate(error);
  const code: ErrorCode = late ? 'TIMEOUT' : 'UNAVAILABLE';
  const { request } = reply;
  request.log.warn({ upstream: error.name, code }, 'API not reached');
  reply.code(late ? 504 : 503).header('retry-after', RETRY_AFTER_S);
  reply.send(errorBody(code, request.headers['accept-language']));
}
