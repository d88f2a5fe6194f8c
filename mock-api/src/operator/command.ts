/** Common parts of the operator's commands: `npm run NAME -- <what> [whom]`, against DATABASE_URL or DATA_DIR. */
import { ConfigError } from '../config/environment.ts';
import { type Store, withStore } from './open-store.ts';
import { OperatorError } from './operator-error.ts';

export interface Subcommand {
  /** Usage line: what it takes and does. */
  help: string;
  /** Whether it must be followed by the thing that it acts on. */
  needsArgument: boolean;
  /** Whether further words may follow. */
  takesWords?: true;
  /**
   * Returns the text to print.
   * @param more the further words, if it takes them
   */
  run(store: Store, argument: string, more: string): Promise<string>;
}

export type Subcommands = Readonly<Record<string, Subcommand>>;

/** @throws OperatorError with the usage text */
function readOrder(subcommands: Subcommands, usage: string, [name = '', argument = '', ...words]: readonly string[]) {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  const more = words.join(' ').trim();
  if (!subcommand || subcommand.needsArgument !== (argument !== '')) throw new OperatorError(usage);
  if (more !== '' && !subcommand.takesWords) throw new OperatorError(usage);
  return { subcommand, argument, more };
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'Nothing answers at the address in DATABASE_URL.';
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs the subcommand given on the command line and prints its result. On failure prints one sentence and sets exit
 * code 1.
 * @param settings describes the settings that it reads, for the usage text
 */
export async function runOperatorCommand(command: string, subcommands: Subcommands, settings: string): Promise<void> {
  const helps = Object.values(subcommands).map(({ help }) => `  ${help}`);
  const usage = [`Usage: npm run ${command} -- …`, ...helps, settings].join('\n');
  try {
    const { subcommand, argument, more } = readOrder(subcommands, usage, process.argv.slice(2));
    process.stdout.write(`${await withStore(process.env, (store) => subcommand.run(store, argument, more))}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
