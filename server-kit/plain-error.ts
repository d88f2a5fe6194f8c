/** An error that the reader can act on: its message is one clear sentence, shown without a stack. */
export class PlainError extends Error {
  override readonly name = 'PlainError';
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Errors of TLS about a certificate whose authority is not known. */
const UNKNOWN_AUTHORITY = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Returns why a request failed: `fetch` hides the network's reason in the error's cause. */
export function networkReason(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (UNKNOWN_AUTHORITY.some((code) => hasCode(cause, code)))
    return `${reasonOf(cause)}; if its authority is your own, name the authority's certificate in NODE_EXTRA_CA_CERTS`;
  return cause instanceof AggregateError ? cause.errors.map(reasonOf).join(', ') : reasonOf(cause ?? thrown);
}

/** Returns whether a file system call failed with this code, e.g. "ENOENT". */
export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

/** Runs a command. Errors that the user can act on (PlainError) are shown without a stack trace. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exit(1);
  });
}
