import type { ResponsePromise } from 'ky';

/** An answer that no caller has adopted by then is out of date, in milliseconds. */
const AHEAD_MS = 10_000;

const answers = new Map<string, ResponsePromise>();

/** A question is the same one when path, person and language are. */
const keyOf = (path: string, headers: Record<string, string>) => JSON.stringify([path, headers]);

/** Keeps the answer to a prefetched call, for the first caller who makes the same call soon. */
export function storePrefetched(path: string, headers: Record<string, string>, answer: ResponsePromise): void {
  const key = keyOf(path, headers);
  answers.set(key, answer);
  // The caller that adopts it gets the failure; there may be none.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (answers.get(key) === answer) answers.delete(key);
  }, AHEAD_MS);
}

/** Returns the prefetched answer, each of them once. */
export function takePrefetched(path: string, headers: Record<string, string>): ResponsePromise | undefined {
  const key = keyOf(path, headers);
  const answer = answers.get(key);
  answers.delete(key);
  return answer;
}
