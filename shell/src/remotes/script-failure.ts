import { isObject } from 'shared-ui/contract';
import { type FailureCode, RemoteFailure } from './failure.ts';
import { integrityFor, integrityOf } from './integrity.ts';

/** Result of downloading a failed script again. */
interface RetryDiagnosis {
  reason: 'UNAVAILABLE' | 'INTEGRITY';
  /** The second download succeeded and has the right hash. */
  isIntact: boolean;
}

/**
 * Finds out why a script failed, which browsers don't report: fetches it again to tell a missing file from a changed
 * one. `reload` replaces the copy in the HTTP cache, which would fail every later attempt if damaged.
 */
async function diagnose(url: string): Promise<RetryDiagnosis> {
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(2_000) });
    if (!response.ok) return { reason: 'UNAVAILABLE', isIntact: false };
    const isIntact = (await integrityOf(await response.arrayBuffer())) === integrityFor(url);
    return { reason: isIntact ? 'UNAVAILABLE' : 'INTEGRITY', isIntact };
  } catch {
    return { reason: 'UNAVAILABLE', isIntact: false };
  }
}

/** Returns a RemoteFailure that says whether a failed script was missing or changed. */
export async function scriptFailure(part: 'ENTRY' | 'CHUNK', remote: string, url: string, cause?: unknown) {
  const { reason, isIntact } = await diagnose(url);
  const code: FailureCode = `${part}_${reason}`;
  return new RemoteFailure(code, remote, `${url} could not be run`, cause, isIntact ? url : undefined);
}

/** Returns the URL of the chunk that failed, for an error of webpack's chunk loader. */
function chunkOf(error: unknown): string | undefined {
  if (!isObject(error) || error.name !== 'ChunkLoadError') return undefined;
  return typeof error.request === 'string' ? error.request : undefined;
}

/** Converts an error from a remote's code to a RemoteFailure: a failed chunk, or else the code `otherwise`. */
export async function failureFrom(error: unknown, remote: string, otherwise: FailureCode): Promise<RemoteFailure> {
  if (error instanceof RemoteFailure) return error;
  const chunk = chunkOf(error);
  return chunk
    ? scriptFailure('CHUNK', remote, chunk, error)
    : new RemoteFailure(otherwise, remote, String(error), error);
}
