/** Reads what an OTLP/HTTP collector gets. */

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }[];
    }[];
  }[];
}

export interface TestSpan {
  service: string | undefined;
  trace: string;
  id: string;
  /** Empty for the first span of a trace. */
  parent: string;
  name: string;
  attributes: Record<string, string | undefined>;
}

const read = (attributes: readonly Attribute[]): TestSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

/** Returns the spans in the bodies of export requests. */
export function spansIn(bodies: readonly Buffer[]): TestSpan[] {
  return bodies.flatMap((body) =>
    (JSON.parse(body.toString()) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
          service: read(resource.attributes)['service.name'],
          trace: traceId,
          id: spanId,
          parent: parentSpanId ?? '',
          name,
          attributes: read(attributes),
        })),
      ),
    ),
  );
}
