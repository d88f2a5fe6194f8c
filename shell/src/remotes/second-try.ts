import { isObject } from 'shared-ui/contract';
import { type FailureCode, RemoteFailure } from './failure.ts';
import { integrityFor, integrityOf } from './integrity.ts';

/** What a second look at a script that failed has shown. */
interface SecondLook {
  reason: 'UNAVAILABLE' | 'INTEGRITY';
  /** This time it came, and with the right hash. */
  isWhole: boolean;
}

/**
 * Why a script failed. Browsers say only that it did: so it is fetched once more to tell a file that is missing from a
 * file that was changed. Past the browser's cache and into it: a damaged copy there would fail every later try.
 */
async function whyFailed(url: string): Promise<SecondLook> {
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(2_000) });
    if (!response.ok) return { reason: 'UNAVAILABLE', isWhole: false };
    const isWhole = (await integrityOf(await response.arrayBuffer())) === integrityFor(url);
    return { reason: isWhole ? 'UNAVAILABLE' : 'INTEGRITY', isWhole };
  } catch {
    return { reason: 'UNAVAILABLE', isWhole: false };
  }
}

/** A script of a remote that did not run, as a RemoteFailure that says whether it was missing or changed. */
export async function scriptFailure(part: 'ENTRY' | 'CHUNK', remote: string, url: string, cause?: unknown) {
  const { reason, isWhole } = await whyFailed(url);
  const code: FailureCode = `${part}_${reason}`;
  return new RemoteFailure(code, remote, `${url} could not be run`, cause, isWhole ? url : undefined);
}

/** The address of the chunk that an error of webpack's chunk loader is about. */
function chunkOf(error: unknown): string | undefined {
  if (!isObject(error) || error.name !== 'ChunkLoadError') return undefined;
  return typeof error.request === 'string' ? error.request : undefined;
}

/** Any error out of a remote's own code as a RemoteFailure: a chunk that did not come, or `otherwise`. */
export async function failureFrom(error: unknown, remote: string, otherwise: FailureCode): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) return error;
  const chunk = chunkOf(error);
  return chunk
    ? scriptFailure('CHUNK', remote, chunk, error)
    : new RemoteFailure(otherwise, remote, String(error), error);
}
