/** Traces of requests. OpenTelemetry is loaded only where traces are sent. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutgoingHttpHeaders } from 'node:http';
import { type EnvironmentReader, HTTP } from '../environment.ts';

export interface TraceSettings {
  /** Address of an OTLP/HTTP collector, without the path `/v1/traces`. */
  endpoint: string;
  /** Share of traces that are recorded, 0 to 1. */
  share: number;
}

const SHARE = /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/;

/** Reads where traces go; undefined: nowhere. The exporter reads its other standard settings by itself. */
export function readTracing(env: EnvironmentReader): TraceSettings | undefined {
  const endpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP);
  const share = Number(env.matching('OTEL_TRACES_SAMPLER_ARG', SHARE, 'a share from 0 to 1, such as 0.1') ?? 1);
  return endpoint === undefined ? undefined : { endpoint: endpoint.replace(/\/+$/, ''), share };
}

export interface EndedStatement {
  engine: 'sqlite' | 'postgres';
  /** With placeholders, without values. */
  sql: string;
  milliseconds: number;
  isFailed: boolean;
}

/** Records what a request causes. No address, header, body or value of a statement is recorded. */
export interface RequestTrace {
  /** The request's span in the format of the W3C header of that name; undefined if this trace is not recorded. */
  readonly traceparent: string | undefined;
  /**
   * Runs a call to another process of the product.
   * @param service which kind of process: `api` or `recorder`
   * @param send gets the headers with which that process continues the trace
   */
  call<T extends { status: number }>(
    service: string,
    method: string,
    send: (headers: OutgoingHttpHeaders) => Promise<T>,
  ): Promise<T>;
  addStatement(statement: EndedStatement): void;
}

/** Holds the trace while a request is handled, and in work that it starts; empty if traces are off. */
export const currentTrace = new AsyncLocalStorage<RequestTrace>();
