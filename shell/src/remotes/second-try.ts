import { isObject } from 'shared-ui/contract';
import { type FailureCode, RemoteFailure } from './failure.ts';
import { whyFailed } from './script.ts';

/** A script of a remote that did not run, as a RemoteFailure that says whether it was missing or changed. */
export async function scriptFailure(part: 'ENTRY' | 'CHUNK', remote: string, url: string, cause: unknown) {
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

/**
 * Runs a step of a remote again for every file of it that failed but is whole on a second look, once a file. Such a file
 * was damaged in the cache, or failed while it was preloaded: a browser keeps the failure of a preload for the first that
 * asks for the file, however much later, so that each file of a remote that was out fails once more when it is back.
 */
export async function withSecondTries<T>(remote: string, step: () => Promise<T>): Promise<T> {
  const tried = new Set<string>();
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const failure = await failureFrom(error, remote, 'EXPORT_INVALID');
      if (failure.mended === undefined || tried.has(failure.mended)) throw failure;
      tried.add(failure.mended);
    }
  }
}
