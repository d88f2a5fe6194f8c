import { isObject as isRecord } from 'shared-ui/contract';
import { type Fault, type Form, read } from 'shared-ui/contract/documents';
import { PlainError, reasonOf } from './plain-error.ts';

export { isRecord };

/** @throws PlainError that names the source if the text is no JSON */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new PlainError(`${source} is not JSON: ${reasonOf(thrown)}`);
  }
}

/**
 * Parses the JSON object in a file by the table of its type, or with a function that reports each fault.
 * @throws PlainError that names the file and every faulty field, so that all can be fixed in one go
 */
export function readDocument<T>(
  text: string,
  file: string,
  by: Form | ((value: Record<string, unknown>, fault: Fault) => T),
): T {
  const data = parseJson(text, file);
  if (!isRecord(data)) throw new PlainError(`${file} must hold a JSON object`);
  const faults: string[] = [];
  const fault: Fault = (field, says) => void faults.push(`"${field}" ${says}`);
  const document = typeof by === 'function' ? by(data, fault) : read<T>(by, data, fault);
  if (faults.length > 0) throw new PlainError(`${file}: ${faults.join('; ')}`);
  return document;
}

/** Answered with 400. */
export class BadRequestError extends Error {
  readonly statusCode = 400;
}

/** Parses a part of a request by the table of its type. @throws BadRequestError at the first fault */
export function readOr400<T>(form: Form, value: unknown): T {
  return read<T>(form, value, (path, says) => {
    throw new BadRequestError(`"${path}" ${says}`);
  });
}
