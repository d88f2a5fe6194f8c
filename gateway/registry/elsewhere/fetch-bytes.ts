import { PlainError, reasonOf } from '../../common/plain-error.ts';

/** Limits of a fetch: size in bytes, timeout in milliseconds. */
export interface Bounds {
  bytes: number;
  timeoutMs: number;
}

/**
 * Fetches a URL. Throws PlainError unless the response is a complete 200 within the bounds; redirects are not followed.
 */
export async function fetchBytes(url: string, { bytes, timeoutMs }: Bounds): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (thrown: unknown) => {
      throw new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
    },
  );
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new PlainError(`${url} answered ${response.status}`);
  }
  return readBody(url, response.body, bytes);
}

async function readBody(url: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > maxBytes) throw new PlainError(`${url} is larger than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (thrown) {
    throw thrown instanceof PlainError ? thrown : new PlainError(`${url} broke off: ${reasonOf(thrown)}`);
  }
  return Buffer.concat(parts);
}
