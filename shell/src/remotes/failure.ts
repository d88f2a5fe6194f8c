/** Codes for the step at which a remote failed. Stable: operators and tests search for them. */
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

/** Failure to load or render a remote. `remote` is `name@version`, or only the name if no version was known. */
export class RemoteFailure extends Error {
  readonly code: FailureCode;
  readonly remote: string;
  /** The missing or damaged file, if a second download of it succeeded: the step can be retried immediately. */
  readonly recoveredFile: string | undefined;
  constructor(code: FailureCode, remote: string, message: string, cause?: unknown, recoveredFile?: string) {
    super(message, { cause });
    this.name = 'RemoteFailure';
    this.recoveredFile = recoveredFile;
    this.code = code;
    this.remote = remote;
  }
}

/** Logs a failure to the console and dispatches it on the window. */
export function reportFailure(failure: RemoteFailure): void {
  const { code, remote, message, cause } = failure;
  console.error(`[remote] ${code} ${remote}: ${message}`, cause ?? '');
  window.dispatchEvent(new CustomEvent('lodestar:remote-failure', { detail: { code, remote, message, cause } }));
}

/** Messages shared by the loader on the page and the checks before publication. */
export const contractMismatch = (provided: string, required: string): string =>
  `provides ${provided}, but ${required} is required`;

export const sharedMissing = (name: string, range: string, offered: readonly string[]): string =>
  `needs ${name} ${range}, the host offers ${offered.join(', ') || 'nothing'}`;
