import type { ResponsePromise } from 'ky';

/** How long a prefetched response is valid (ms). */
const AHEAD_MS = 10_000;

const answers = new Map<string, ResponsePromise>();

/** Returns the same key for requests with the same path, session and language. */
const keyOf = (path: string, headers: Record<string, string>) => JSON.stringify([path, headers]);

/** Stores the response to a prefetched call for the first caller who makes the same call soon. */
export function storePrefetched(path: string, headers: Record<string, string>, answer: ResponsePromise): void {
  const key = keyOf(path, headers);
  answers.set(key, answer);
  // Prevents an unhandled rejection: only a caller that adopts the response handles its failure.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (answers.get(key) === answer) answers.delete(key);
  }, AHEAD_MS);
}

/** Returns a prefetched response, and removes it. */
export function takePrefetched(path: string, headers: Record<string, string>): ResponsePromise | undefined {
  const key = keyOf(path, headers);
  const answer = answers.get(key);
  answers.delete(key);
  return answer;
}
