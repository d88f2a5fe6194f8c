import { isObject as isRecord } from 'shared-ui/contract';
import { type Fault, type Form, read, type TextRule } from 'shared-ui/contract/documents';
import { PlainError, reasonOf } from './plain-error.ts';

export { isRecord };

/**
 * Reads fields from unknown data and collects every fault, so that a file can be fixed in one go. An invalid field is
 * replaced by an empty value; `done()` throws if there were any.
 */
export class Fields {
  readonly #source: string;
  readonly #faults: string[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  readonly fault: Fault = (field, says) => {
    this.#faults.push(`"${field}" ${says}`);
  };

  object(value: unknown, field: string): Record<string, unknown> {
    if (isRecord(value)) return value;
    this.#wrong(value, field, 'an object');
    return {};
  }

  text(value: unknown, field: string, rule?: TextRule): string {
    if (typeof value === 'string' && value !== '' && (rule === undefined || rule.pattern.test(value))) return value;
    this.#wrong(value, field, rule?.says ?? 'a text that is not empty');
    return '';
  }

  list(value: unknown, field: string): unknown[] {
    if (Array.isArray(value)) return value;
    this.#wrong(value, field, 'a list');
    return [];
  }

  /** Throws one PlainError that names the source and every faulty field. */
  done(): void {
    if (this.#faults.length > 0) throw new PlainError(`${this.#source}: ${this.#faults.join('; ')}`);
  }

  #wrong(value: unknown, field: string, expected: string): void {
    this.fault(field, value === undefined ? 'is missing' : `must be ${expected}`);
  }
}

/** Parses JSON. Throws a PlainError that names the source when the text is invalid. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new PlainError(`${source} is not JSON: ${reasonOf(thrown)}`);
  }
}

/**
 * Parses the JSON object in a file with `parse`, which reports each fault. Throws one PlainError that names the file
 * and every faulty field.
 */
export function readDocument<T>(text: string, file: string, parse: (value: unknown, fault: Fault) => T): T {
  const data = parseJson(text, file);
  if (!isRecord(data)) throw new PlainError(`${file} must hold a JSON object`);
  const fields = new Fields(file);
  const document = parse(data, fields.fault);
  fields.done();
  return document;
}

/** Thrown for an invalid request; answered with 400. */
export class NotUnderstood extends Error {
  readonly statusCode = 400;
}

/** Parses a part of a request by the form of its type. Throws a 400 error when it is invalid. */
export function readOr400<T>(form: Form, value: unknown): T {
  return read<T>(form, value, (path, says) => {
    throw new NotUnderstood(`"${path}" ${says}`);
  });
}
