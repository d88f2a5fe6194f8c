/** An answer that nobody has asked for by then belongs to the past, in milliseconds. */
const AHEAD_MS = 10_000;

const answers = new Map<string, Promise<Response>>();

/** A question is the same one when path, person and language are. */
const keyOf = (path: string, headers: Record<string, string>) => JSON.stringify([path, headers]);

/** Keeps the answer to a call that was made ahead of its time, for the first who makes the same call soon. */
export function storePrefetched(path: string, headers: Record<string, string>, answer: Promise<Response>): void {
  const key = keyOf(path, headers);
  answers.set(key, answer);
  // Whoever takes it gets the failure; maybe nobody does.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (answers.get(key) === answer) answers.delete(key);
  }, AHEAD_MS);
}

/** The answer that was asked for ahead; each is given once. */
export function takePrefetched(path: string, headers: Record<string, string>): Promise<Response> | undefined {
  const key = keyOf(path, headers);
  const answer = answers.get(key);
  answers.delete(key);
  return answer;
}
