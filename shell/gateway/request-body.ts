import { type Form, read } from 'shared-ui/contract/documents';

/** A request that is not what it should be: answered with 400. */
export class NotUnderstood extends Error {
  readonly statusCode = 400;
}

/** What a request holds, by the table `form` of its type. Throws what is answered with 400. */
export function readOr400<T>(form: Form, value: unknown): T {
  return read<T>(form, value, (path, says) => {
    throw new NotUnderstood(`"${path}" ${says}`);
  });
}
