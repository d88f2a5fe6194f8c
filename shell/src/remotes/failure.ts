import type { FailureCode } from 'shared-ui/contract/host';

/** Failure to load or render a remote. `remote` is `name@version`, or only the name if no version was known. */
export class RemoteError extends Error {
  readonly code: FailureCode;
  readonly remote: string;
  /** The missing or damaged file, if a second download of it succeeded: the step can be retried immediately. */
  readonly recoveredFile: string | undefined;
  constructor(code: FailureCode, remote: string, message: string, cause?: unknown, recoveredFile?: string) {
    super(message, { cause });
    this.name = 'RemoteError';
    this.recoveredFile = recoveredFile;
    this.code = code;
    this.remote = remote;
  }
}

/** Logs a failure to the console and dispatches it on the window. */
export function reportFailure(failure: RemoteError): void {
  const { code, remote, message, cause } = failure;
  console.error(`[remote] ${code} ${remote}: ${message}`, cause ?? '');
  window.dispatchEvent(new CustomEvent('lodestar:remote-failure', { detail: { code, remote, message, cause } }));
}
