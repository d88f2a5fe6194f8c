/** Argument parsing and one-sentence error messages for `npm run backup` and `npm run restore`. */
import { resolve } from 'node:path';
import { ConfigError } from 'server-kit/environment';
import { BackupError } from './archive.ts';
import { type Store, storeOf } from './stores.ts';

interface BackupArguments {
  store: Store;
  file: string;
  replace: boolean;
}

const OPTIONS = ['--recorder', '--replace'];

/** @throws BackupError with the usage text */
function readArguments(args: readonly string[], usage: string): BackupArguments {
  const [file, ...more] = args.filter((argument) => !argument.startsWith('--'));
  const unknown = args.filter((argument) => argument.startsWith('--') && !OPTIONS.includes(argument));
  if (file === undefined || more.length > 0 || unknown.length > 0) throw new BackupError(usage);
  return {
    store: storeOf(args.includes('--recorder') ? 'recorder' : 'api', process.env),
    // npm changes the working directory: resolve the file name against the operator's.
    file: resolve(process.env.INIT_CWD ?? '.', file),
    replace: args.includes('--replace'),
  };
}

function explain(error: unknown): string {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'No database server responds at the address in DATABASE_URL.';
  return error instanceof Error ? error.message : String(error);
}

/** Runs one of the commands with the command-line arguments and prints its result, or why it failed. */
export async function runBackupCommand(
  usage: string,
  work: (order: BackupArguments) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await work(readArguments(process.argv.slice(2), usage))}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
