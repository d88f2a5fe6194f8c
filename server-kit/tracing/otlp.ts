import type { OutgoingHttpHeaders } from 'node:http';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { currentTrace, type EndedStatement, type RequestTrace, type TraceSettings } from './tracing.ts';

/** Times in milliseconds. Shutdown has less than a stopping process (`STOP_MS`, `SHUTDOWN_TIMEOUT`). */
const SEND_INTERVAL_MS = 1_000;
const SEND_TIMEOUT_MS = 5_000;
const SHUTDOWN_TIMEOUT_MS = 2_000;
/** Polled by load balancers and Prometheus. */
const UNTRACED = /^\/(livez|readyz|metrics)$/;
/** The first word of a statement, and its first table. */
const OPERATION = /^\s*([a-z]+)/i;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i;

const propagator = new W3CTraceContextPropagator();
const SYSTEMS: Record<EndedStatement['engine'], string> = { postgres: 'postgresql', sqlite: 'sqlite' };

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** Sends spans to a collector, and logs batches that it does not accept. */
function exporterTo(endpoint: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_TIMEOUT_MS });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS)
          log.warn({ spans: spans.length, reason: result.error?.name ?? 'unknown' }, 'traces could not be sent');
        // Reported here: an error would also be printed by the library.
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function headersFor(span: Span): OutgoingHttpHeaders {
  const headers: Record<string, string> = {};
  propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
  return headers;
}

class OtlpRequestTrace implements RequestTrace {
  readonly #tracer: Tracer;
  readonly #span: Span;

  constructor(tracer: Tracer, span: Span) {
    this.#tracer = tracer;
    this.#span = span;
  }

  get traceparent(): string | undefined {
    const isRecorded = (this.#span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
    return isRecorded ? String(headersFor(this.#span).traceparent) : undefined;
  }

  async call<T extends { status: number }>(
    service: string,
    method: string,
    send: (headers: OutgoingHttpHeaders) => Promise<T>,
  ): Promise<T> {
    const attributes = { 'http.request.method': method, 'peer.service': `lodestar-${service}` };
    const span = this.#start(`${method} ${service}`, { kind: SpanKind.CLIENT, attributes });
    try {
      const response = await send(headersFor(span));
      setStatus(span, response.status);
      return response;
    } catch (error) {
      // Messages of errors may quote data.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  addStatement({ engine, sql, milliseconds, isFailed }: EndedStatement): void {
    const operation = OPERATION.exec(sql)?.[1]?.toLowerCase() ?? 'statement';
    const table = TABLE.exec(sql)?.[1];
    const ended = Date.now();
    const span = this.#start(table === undefined ? operation : `${operation} ${table}`, {
      kind: SpanKind.CLIENT,
      startTime: ended - milliseconds,
      attributes: {
        'db.system.name': SYSTEMS[engine],
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
      },
    });
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(ended);
  }

  #start(name: string, options: Parameters<Tracer['startSpan']>[1]): Span {
    return this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.#span));
  }
}

function setStatus(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

interface Options extends TraceSettings {
  service: string;
  /** Whether requests continue the trace that their headers name. Gateways don't: anyone may send them headers. */
  continuesTraces: boolean;
}

/** Records the requests of one server: methods, routes, status codes, calls to other processes, and statements. */
export class OtlpTracing {
  readonly #continuesTraces: boolean;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #traces = new WeakMap<FastifyRequest, RequestTrace>();

  constructor({ service, endpoint, share, continuesTraces }: Options, log: Log) {
    this.#continuesTraces = continuesTraces;
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: exporterTo(endpoint, log),
          scheduledDelayMillis: SEND_INTERVAL_MS,
          exportTimeoutMillis: SEND_TIMEOUT_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('lodestar');
  }

  addTo(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unmatched';
      if (UNTRACED.test(route)) return done();
      const requestTrace = this.#open(request, reply, route);
      this.#traces.set(request, requestTrace);
      currentTrace.run(requestTrace, done);
    });
    // The rest of the request runs in the body's event, which doesn't know of the trace.
    app.addHook('preValidation', (request, _reply, done) => {
      const requestTrace = this.#traces.get(request);
      if (requestTrace === undefined) return done();
      currentTrace.run(requestTrace, done);
    });
    app.addHook('onClose', () => this.#shutDown());
  }

  #open(request: FastifyRequest, reply: FastifyReply, route: string): RequestTrace {
    const {
      method,
      headers: { traceparent },
    } = request;
    const parent = this.#continuesTraces
      ? propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
      : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = this.#tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    request.log = request.log.child({ traceId: span.spanContext().traceId });
    reply.log = request.log;
    reply.raw.once('close', () => {
      setStatus(span, reply.raw.statusCode);
      span.end();
    });
    return new OtlpRequestTrace(this.#tracer, span);
  }

  async #shutDown(): Promise<void> {
    const tooLate = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref());
    await Promise.race([this.#provider.shutdown(), tooLate]);
  }
}
