/** Common parts of the operator's commands: `npm run NAME -- <what> [whom]`, against DATABASE_URL or DATA_DIR. */

import { existsSync } from 'node:fs';
import { ConfigError, type Environment } from 'server-kit/environment';
import type { JobLog } from '../common/polling-job.ts';
import { type Config, readConfig } from '../config/config.ts';
import { isMigrated } from '../db/migrate.ts';
import { MIGRATIONS } from '../db/migrations.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../db/open.ts';
import type { Db, Tables } from '../db/schema.ts';
import { numberChanges } from '../repositories/changes.ts';
import { insertMessage } from '../repositories/messages/messages.ts';
import { type MessageStore, Notifier } from '../services/messages/notifier.ts';

/** An error that the operator can fix. Its message is one sentence, shown without a stack trace. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** What the operator's commands work with. */
export interface Store {
  database: Database<Tables>;
  db: Db;
  config: Config;
  notifier: Notifier;
}

/** Queues messages in the database. The API, which has the drivers, sends them within seconds while it runs. */
const FOR_THE_API: MessageStore = { post: (trx, message) => insertMessage(trx, message, false), kick: () => undefined };

/** The commands send no text messages, so no budget of theirs runs out. */
const NO_LOG: JobLog = { warn: () => undefined };

/** @throws OperatorError for a SQLite file that does not exist */
export function requireDatabase({ url, file }: DatabaseAddress): void {
  if (!url && !existsSync(file)) {
    throw new OperatorError(`There is no database at ${file}. Set DATA_DIR or DATABASE_URL to its location.`);
  }
}

/**
 * Runs `work` with the API's database, whether the API is running or not, then closes it.
 * @throws OperatorError if there is no database, or it is of an older version of the API
 * @throws ConfigError naming every invalid setting
 */
export async function withStore<Answer>(env: Environment, work: (store: Store) => Promise<Answer>): Promise<Answer> {
  const config = readConfig(env);
  requireDatabase(config.database);
  const database = openDatabase<Tables>(config.database);
  const { db } = database;
  try {
    if (!(await isMigrated(db, MIGRATIONS))) {
      throw new OperatorError('This database is not up to date: start the API once to migrate it.');
    }
    const answer = await work({ database, db, config, notifier: new Notifier(FOR_THE_API, config, NO_LOG) });
    // Streams whose session has ended are closed immediately once the changes have numbers.
    await numberChanges(database);
    return answer;
  } finally {
    await db.destroy();
  }
}

interface Described {
  /** Usage line: what it takes and does. */
  help: string;
}

interface WithArgument extends Described {
  takesOptions?: never;
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

/** Reads its arguments itself, and throws OperatorError if they are wrong. */
interface WithOptions extends Described {
  takesOptions: 'with-store';
  run(store: Store, args: readonly string[]): Promise<string>;
}

interface WithoutStore extends Described {
  takesOptions: 'without-store';
  run(args: readonly string[]): Promise<string>;
}

type Subcommand = WithArgument | WithOptions | WithoutStore;

export type Subcommands = Readonly<Record<string, Subcommand>>;

/**
 * Performs the subcommand with this name.
 * @throws OperatorError with the usage text
 */
async function perform(
  subcommands: Subcommands,
  usage: string,
  [name = '', ...args]: readonly string[],
  env: Environment,
): Promise<string> {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!subcommand) throw new OperatorError(usage);
  if (subcommand.takesOptions === 'without-store') return subcommand.run(args);
  if (subcommand.takesOptions === 'with-store') return withStore(env, (store) => subcommand.run(store, args));
  const [argument = '', ...words] = args;
  const more = words.join(' ').trim();
  if (subcommand.needsArgument !== (argument !== '')) throw new OperatorError(usage);
  if (more !== '' && !subcommand.takesWords) throw new OperatorError(usage);
  return withStore(env, (store) => subcommand.run(store, argument, more));
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'No database server responds at the address in DATABASE_URL.';
  return error instanceof Error ? error.message : String(error);
}

export interface OperatorCommand {
  /** The npm script that runs it. */
  name: string;
  subcommands: Subcommands;
  /** Describes the settings that it reads, for the usage text. */
  settings: string;
}

/** What a command prints (to standard error on failure) and the exit code. */
export interface CommandResult {
  code: 0 | 1;
  output: string;
}

/** Does a command's work. Returns its result, or one sentence about the failure. */
export async function resultOf(work: () => Promise<string>): Promise<CommandResult> {
  try {
    return { code: 0, output: await work() };
  } catch (error) {
    return { code: 1, output: explain(error) };
  }
}

export function printResult({ code, output }: CommandResult): void {
  (code === 0 ? process.stdout : process.stderr).write(`${output}\n`);
  process.exitCode = code;
}

export function performOperatorCommand(
  { name, subcommands, settings }: OperatorCommand,
  args: readonly string[],
  env: Environment,
): Promise<CommandResult> {
  const helps = Object.values(subcommands).map(({ help }) => `  ${help}`);
  const usage = [`Usage: npm run ${name} -- …`, ...helps, settings].join('\n');
  return resultOf(() => perform(subcommands, usage, args, env));
}

/** Performs the subcommand given on the command line, prints its result and sets the exit code. */
export async function runOperatorCommand(command: OperatorCommand, env: Environment = process.env): Promise<void> {
  printResult(await performOperatorCommand(command, process.argv.slice(2), env));
}
