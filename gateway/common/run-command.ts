import { PlainError } from './plain-error.ts';

/** Runs a command. Errors that the user can act on (PlainError) are shown without a stack trace. */
export function runCommand(command: () => Promise<void>): void {
  command().catch((thrown: unknown) => {
    console.error(thrown instanceof PlainError ? thrown.message : thrown);
    process.exit(1);
  });
}
