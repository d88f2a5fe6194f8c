import { PlainError, reasonOf } from '../../common/plain-error.ts';

/** Limits of a fetch: size in bytes, timeout in milliseconds. */
export interface Bounds {
  bytes: number;
  patienceMs: number;
}

/**
 * Fetches a URL. Throws PlainError unless the response is a complete 200 within the bounds; redirects are not followed.
 */
export async function fetchBytes(url: string, { bytes, patienceMs }: Bounds): Promise<Buffer> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) }).catch(
    (thrown: unknown) => {
      throw new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
    },
  );
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel();
    throw new PlainError(`${url} answered ${answer.status}`);
  }
  return readBody(url, answer.body, bytes);
}

async function readBody(url: string, body: ReadableStream<Uint8Array>, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > most) throw new PlainError(`${url} is larger than ${most} bytes`);
      parts.push(part);
    }
  } catch (thrown) {
    throw thrown instanceof PlainError ? thrown : new PlainError(`${url} broke off: ${reasonOf(thrown)}`);
  }
  return Buffer.concat(parts);
}
