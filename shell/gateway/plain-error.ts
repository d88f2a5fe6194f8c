/** An error that a person can act on: its message is one clear sentence, shown without a stack. */
export class PlainError extends Error {
  override readonly name = 'PlainError';
}

/** The reason of anything that was thrown, in words. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whether a file system call failed with this code, e.g. "ENOENT". */
export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
