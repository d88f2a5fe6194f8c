/** Where on its way to the page a remote failed. Stable: operators and tests search for these. */
export type FailureCode =
  | 'REGISTRY_UNAVAILABLE'
  | 'REGISTRY_INVALID'
  | 'REMOTE_UNKNOWN'
  | 'ORIGIN_NOT_ALLOWED'
  | 'MANIFEST_UNAVAILABLE'
  | 'MANIFEST_INTEGRITY'
  | 'MANIFEST_INVALID'
  | 'CONTRACT_MISMATCH'
  | 'SHARED_MISSING'
  | 'ENTRY_UNAVAILABLE'
  | 'ENTRY_INTEGRITY'
  | 'CHUNK_UNAVAILABLE'
  | 'CHUNK_INTEGRITY'
  | 'TIMEOUT'
  | 'EXPORT_INVALID'
  | 'RENDER_FAILED';

/** A remote that did not get on the page. `remote` is `name@version`, or the name alone before a version was known. */
export class RemoteFailure extends Error {
  readonly code: FailureCode;
  readonly remote: string;
  /** The file that was missing or damaged, where it has come whole since: the same step is worth a second try at once. */
  readonly mended: string | undefined;
  constructor(code: FailureCode, remote: string, message: string, cause?: unknown, mended?: string) {
    super(message, { cause });
    this.name = 'RemoteFailure';
    this.mended = mended;
    this.code = code;
    this.remote = remote;
  }
}

/** Tells the console, and listeners on the window, which remote failed and how. */
export function reportFailure(failure: RemoteFailure): void {
  const { code, remote, message, cause } = failure;
  console.error(`[remote] ${code} ${remote}: ${message}`, cause ?? '');
  window.dispatchEvent(new CustomEvent('lodestar:remote-failure', { detail: { code, remote, message, cause } }));
}
