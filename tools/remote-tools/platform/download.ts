import { PlainError, reasonOf } from '../../../gateway/common/plain-error.ts';

/** Timeout in milliseconds: the largest package takes a minute on a slow line. */
const TIMEOUT_MS = 120_000;

/** Returns the bytes at an address. Throws PlainError if it is unreachable or refuses. */
export async function download(url: URL): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new PlainError(`${url} answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  } catch (thrown) {
    throw thrown instanceof PlainError ? thrown : new PlainError(`${url} can't be reached: ${reasonOf(thrown)}`);
  }
}
