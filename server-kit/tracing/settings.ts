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
