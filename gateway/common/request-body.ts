import { type Form, read } from 'shared-ui/contract/documents';

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
