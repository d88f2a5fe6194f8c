/** Reads the API's OpenAPI document, so that tests cover every current and future route. */
import assert from 'node:assert/strict';
import type { DeskAccess, DeskSubject } from '../../src/access/desk-access.ts';
import type { AuthLevel } from '../../src/access/permissions.ts';
import type { TestApi } from './api.ts';

export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

interface Operation {
  'x-access': AuthLevel;
  'x-desk'?: DeskAccess;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

export interface Route {
  method: Method;
  /** Path with parameters as `{name}`. */
  path: string;
  access: AuthLevel;
  /** What a route of the desk is about. */
  about: DeskSubject | undefined;
  parameters: Parameter[];
  body: Schema | undefined;
  /** Schema of the success response; undefined if it has no body. */
  answer: Schema | undefined;
}

/** Returns every route in the API's OpenAPI document. */
export async function routesOf(api: TestApi): Promise<Route[]> {
  const { body } = await api.ask<{ paths: Record<string, Record<string, Operation>> }>('GET', '/api/docs/json');
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
      return {
        method: method.toUpperCase() as Method,
        path,
        access: operation['x-access'],
        about: operation['x-desk']?.about,
        parameters: operation.parameters ?? [],
        body: operation.requestBody?.content['application/json']?.schema,
        answer: success?.content?.['application/json']?.schema,
      };
    }),
  );
}

/** Sample texts; every pattern of the contract accepts at least one. */
const TEXTS = [
  'Dana',
  '+14165550144',
  '14165550144',
  '2468',
  '246810',
  '1.0',
  '08:30',
  'result',
  'CA',
  '00000000-0000-4000-8000-000000000000',
];

function sampleText({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
  if (format === 'date-time') return '2026-11-20T00:00:00.000Z';
  if (format === 'email-address') return 'kim@example.org';
  if (format === 'new-password') return 'Sturdy-river-pass7';
  const rule = new RegExp(pattern ?? '');
  const found = TEXTS.find((text) => rule.test(text) && text.length >= minLength && text.length <= maxLength);
  assert.ok(found !== undefined, `No sample text fits ${pattern}: add one to TEXTS in ${import.meta.filename}`);
  return found;
}

/** Returns a value that is valid for a schema. */
export function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value)]));
    case 'array':
      return schema.items ? [sampleOf(schema.items)] : [];
    case 'string':
      return sampleText(schema);
    case 'boolean':
      // Off, because the defaults are on: an unwanted write becomes visible.
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return null;
  }
}

/** Returns the paths of objects in a schema that allow unnamed fields. */
export function openObjects(schema: Schema, path = ''): string[] {
  const inside = [
    ...(schema.anyOf ?? []).flatMap((option, index) => openObjects(option, `${path}|${index}`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) => openObjects(value, `${path}.${key}`)),
    ...(schema.items ? openObjects(schema.items, `${path}[]`) : []),
  ];
  return schema.type === 'object' && schema.additionalProperties !== false ? [path || 'the answer', ...inside] : inside;
}
