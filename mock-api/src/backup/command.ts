/** The arguments of `npm run backup` and `npm run restore`. */
import { resolve } from 'node:path';
import { OperatorError, printResult, resultOf } from '../operator/command.ts';
import { type Store, storeOf } from './stores.ts';

interface BackupArguments {
  store: Store;
  file: string;
  replace: boolean;
}

const OPTIONS = ['--recorder', '--replace'];

/** @throws OperatorError with the usage text */
function readArguments(args: readonly string[], usage: string): BackupArguments {
  const [file, ...more] = args.filter((argument) => !argument.startsWith('--'));
  const unknown = args.filter((argument) => argument.startsWith('--') && !OPTIONS.includes(argument));
  if (file === undefined || more.length > 0 || unknown.length > 0) throw new OperatorError(usage);
  return {
    store: storeOf(args.includes('--recorder') ? 'recorder' : 'api', process.env),
    // npm changes the working directory: resolve the file name against the operator's.
    file: resolve(process.env.INIT_CWD ?? '.', file),
    replace: args.includes('--replace'),
  };
}

/** Runs one of the commands with the command-line arguments and prints its result, or why it failed. */
export async function runBackupCommand(
  usage: string,
  work: (order: BackupArguments) => Promise<string>,
): Promise<void> {
  printResult(await resultOf(async () => work(readArguments(process.argv.slice(2), usage))));
}
