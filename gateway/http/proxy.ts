import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Gauge } from 'prom-client';
import type { RenewedTls } from 'server-kit/tls/files';
import { currentTrace } from 'server-kit/tracing/tracing';
import { RECORDER_PATH } from './config.ts';
import { type ErrorCode, errorBody, patientLanguage } from './messages.ts';
import { classOf } from './traffic/call-classes.ts';
import type { CallQueue } from './traffic/call-queue.ts';
import { type CallResponse, Connections, NoResponseError, sendToOne, Upstreams } from './traffic/upstreams.ts';

/** Prefixes of the API's paths on this origin. */
const PREFIXES = ['/api', '/scim', '/outbox'];

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
/** Body limit in bytes, above any call of the product; the API has its own limits. */
const BODY_LIMIT = 1024 * 1024;
const RETRY_AFTER_S = 2;

/** Headers that are not forwarded: callers may forge them, or they are set again (the body's length, the trace). */
const NOT_FORWARDED = [
  'baggage',
  'content-length',
  'forwarded',
  'lodestar-local-work',
  'traceparent',
  'tracestate',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
];

/**
 * Forwards calls to the API's processes in turn. Their responses may have their own Content-Security-Policy, as the
 * API's pages are not the application's. When none is reachable, the response still has the shape of the API's errors.
 * Responses are streamed, including those that never end.
 */
export const apiProxy = fastifyPlugin(async (app: FastifyInstance, { upstreams, calls }: ApiOptions) => {
  new Gauge({
    name: 'lodestar_api_up',
    help: 'Whether a process of the API accepts calls (1) or is unreachable (0).',
    labelNames: ['url'],
    registers: [app.metrics],
    collect() {
      for (const { url, status } of upstreams.list()) this.set({ url }, status === 'ok' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'lodestar_calls_waiting',
    help: 'Calls that wait until the API has answered others.',
    registers: [app.metrics],
    collect() {
      this.set(calls.waiting);
    },
  });
  const urls = PREFIXES.flatMap((prefix) => [prefix, `${prefix}/*`]);
  await forward(app, upstreams, calls, { service: 'api', urls, methods: METHODS, pathOf: ({ url }) => url });
});

/** Forwards surveys to the recorder's processes; nothing else of the recorder is reachable from here. */
export const recorderProxy = fastifyPlugin(async (app: FastifyInstance, options: RecorderOptions) => {
  const { config, internalTls, queueFor } = options;
  if (config.recorderUpstreams.length === 0) return;
  const upstreams = new Upstreams(config.recorderUpstreams, internalTls);
  const route: ProxyRoute = { service: 'recorder', urls: [RECORDER_PATH], methods: ['POST'], pathOf: () => '/' };
  await forward(app, upstreams, queueFor(upstreams), route);
});

interface ApiOptions {
  upstreams: Upstreams;
  calls: CallQueue;
}

interface RecorderOptions {
  config: { recorderUpstreams: readonly string[] };
  internalTls: RenewedTls | undefined;
  queueFor(upstreams: Upstreams): CallQueue;
}

interface ProxyRoute {
  /** Name of the upstream in traces. */
  service: 'api' | 'recorder';
  urls: string[];
  methods: string[];
  /** Path requested from the upstream. */
  pathOf(request: FastifyRequest): string;
}

async function forward(
  app: FastifyInstance,
  upstreams: Upstreams,
  calls: CallQueue,
  { service, urls, methods, pathOf }: ProxyRoute,
): Promise<void> {
  const connections = new Connections(upstreams.tls);
  const openStreams = new Set<{ destroy(): void }>();
  app.addHook('onListen', async () => upstreams.start());
  // Clients of a stream reconnect to a gateway that is still running.
  app.addHook('preClose', async () => {
    for (const stream of openStreams) stream.destroy();
    upstreams.stop();
  });
  app.addHook('onClose', async () => connections.close());

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method, body } = request;
    const call = { method, path: pathOf(request), headers: headersFor(request), body: bytesOf(body) };
    const send = (headers: OutgoingHttpHeaders): Promise<CallResponse> =>
      sendToOne(connections, upstreams, { ...call, headers: { ...call.headers, ...headers } });
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    let leave: (() => void) | undefined;
    try {
      leave = await calls.enter(classOf(call), disconnected.signal);
      const response = await (currentTrace.getStore()?.call(service, method, send) ?? send({}));
      if (String(response.headers['content-type']).startsWith('text/event-stream')) {
        openStreams.add(response.body);
        response.body.once('close', () => openStreams.delete(response.body));
      }
      return reply.code(response.status).headers(response.headers).send(response.body);
    } catch (error) {
      const hasLeftQueue = leave === undefined && disconnected.signal.aborted;
      return hasLeftQueue ? reply.code(503).send() : sendFailure(reply, error);
    } finally {
      leave?.();
    }
  };
  // Registered in a separate scope: bodies are forwarded as they are, well-formed or not.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const url of urls) scope.route({ method: methods, url, bodyLimit: BODY_LIMIT, handler });
  });
}

const bytesOf = (body: unknown): Buffer | undefined => (Buffer.isBuffer(body) ? body : undefined);

function headersFor(request: FastifyRequest): FastifyRequest['headers'] {
  const own = Object.entries(request.headers).filter(([name]) => !NOT_FORWARDED.includes(name));
  return {
    ...Object.fromEntries(own),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-request-id': request.id,
  };
}

function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof NoResponseError)) throw error;
  const code: ErrorCode = error.late ? 'TIMEOUT' : 'UNAVAILABLE';
  const { request } = reply;
  const { cause } = error;
  const network = cause instanceof Error && 'code' in cause ? { network: cause.code } : {};
  request.log.warn({ reason: error.message, code, ...network }, 'API unreachable');
  reply.code(error.late ? 504 : 503).header('retry-after', RETRY_AFTER_S);
  return reply.send(errorBody(code, patientLanguage(request)));
}
