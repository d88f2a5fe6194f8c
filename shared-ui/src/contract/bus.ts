import { type Form, type FormOf, read, throwFault } from './form.ts';
import { ShapeError } from './schema/check.ts';

/** A change on the server that screens with their own data may show. */
export interface Change {
  /** What changed: `request.updated`, `result.created`, … (the kinds of `GET /api/v1/stream`). */
  kind: string;
  /** Id of the request, result, … */
  id?: string;
  /** Number of the profile that it belongs to. */
  profileId?: number;
}

/**
 * Payloads of the events that shell and remotes exchange, by name and version. A version may get more optional fields;
 * any other change is a new version, next to the old one.
 */
export interface BusEvents {
  /**
   * Published by the host for every change that the API's stream reports. A remote may publish its own changes, so that
   * other screens show them without the stream.
   */
  'change@1': Change;
}

export type BusEventName = keyof BusEvents;

const SCHEMAS: { [Name in BusEventName]: FormOf<BusEvents[Name]> } = {
  'change@1': {
    kind: 'object',
    required: { kind: { kind: 'text' } },
    optional: { id: { kind: 'text' }, profileId: { kind: 'count' } },
  },
};

/**
 * Returns a copy of an event's payload with its known fields.
 * @throws ShapeError if no such event is defined, or at the first invalid field
 */
export function readBusEvent<Name extends BusEventName>(name: Name, payload: unknown): BusEvents[Name] {
  const schemas: Partial<Record<string, Form>> = SCHEMAS;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) throw new ShapeError('name', `must be one of ${Object.keys(SCHEMAS).join(', ')}`);
  return read(schema, payload, throwFault);
}
