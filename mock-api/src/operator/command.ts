/** What the operator's commands have in common: `npm run NAME -- <what> [whom]`, against DATABASE_URL or DATA_DIR. */
import { ConfigError } from '../environment.ts';
import { type Store, withStore } from './open-store.ts';
import { OperatorError } from './operator-error.ts';

export interface Subcommand {
  /** What it takes and does, for people. */
  help: string;
  /** Whether it is about one thing, which is named after it. */
  needsArgument: boolean;
  /** Whether words may follow. */
  takesWords?: true;
  /**
   * Returns what is printed.
   * @param more the words that followed, where it takes them
   */
  run(store: Store, argument: string, more: string): Promise<string>;
}

export type Subcommands = Readonly<Record<string, Subcommand>>;

/** @throws OperatorError with `usage` */
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
 * Does what this process was started with, and prints what was done; in one sentence what went wrong, with exit code 1.
 * @param settings which settings it reads, for people
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
