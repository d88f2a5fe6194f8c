import { PlainError } from '../gateway/plain-error.ts';

/** Runs a command; an error that a person can act on is shown as its sentence. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exit(1);
  });
}
