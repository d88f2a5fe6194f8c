import { PlainError, reasonOf } from '../plain-error.ts';

/** What may be fetched at most, in bytes, and how long that may take, in milliseconds. */
export interface Bounds {
  bytes: number;
  patienceMs: number;
}

/** The whole answer to a GET. Throws PlainError for anything but a 200 that is whole within the bounds; redirects are none. */
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
