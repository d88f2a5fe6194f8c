/** Stores that can be backed up, the data of the API and of the survey recorder, and the commands' arguments. */
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import type { Environment } from 'server-kit/environment';
import { readSetting } from 'server-kit/outside/secret-files';
import { now } from '../common/clock.ts';
import { readConfig } from '../config/config.ts';
import type { Migrations } from '../db/migrate.ts';
import { MIGRATIONS, TABLES } from '../db/migrations.ts';
import { type DatabaseAddress, withDatabase } from '../db/open.ts';
import { roleIn, withOwnerUrl } from '../db/roles.ts';
import { OperatorError, printResult, resultOf } from '../operator/command.ts';
import { readRecorderConfig } from '../recorder/config.ts';
import { RECORDER_MIGRATIONS, RECORDER_TABLES } from '../recorder/tables.ts';
import { readKey } from './encryption.ts';

/** Tables whose row types do not matter here. */
export type AnyTables = Record<string, Record<string, unknown>>;

export interface Store {
  service: 'api' | 'recorder';
  /** As the owner of the tables, if the settings name one. */
  address: DatabaseAddress;
  /** PostgreSQL role of the application, if another one owns the tables. */
  application: string | undefined;
  migrations: Migrations;
  /** All tables, children before parents. */
  tables: readonly string[];
  /** The table of single values. */
  facts: string;
  /** Tables with short-lived rows, left out of backups. */
  shortLived: readonly string[];
  /**
   * Returns the key that encrypts or decrypts backups, if the settings name one.
   * @throws OperatorError if its file has no such key
   */
  keyOf(kind: 'public' | 'private'): KeyObject | undefined;
}

/**
 * Ended sessions, used links and sent messages must not become valid again: after a restore people sign in again,
 * request links and new mobile numbers again, and their browsers subscribe to push again.
 */
const SHORT_LIVED = [
  'sessions',
  'second_factors',
  'passkey_challenges',
  'oidc_sign_ins',
  'oidc_sessions',
  'oidc_logout_tokens',
  'one_time_tokens',
  'pin_codes',
  'phone_changes',
  'phone_codes',
  'mail_requests',
  'messages',
  'changes',
  'deliveries',
  'change_numbers',
  'push_subscriptions',
  'news_position',
  'return_notices',
];

function keyIn(env: Environment, kind: 'public' | 'private'): KeyObject | undefined {
  const name = `BACKUP_${kind.toUpperCase()}_KEY_FILE`;
  const file = env[name]?.trim();
  if (!file) return undefined;
  try {
    return readKey(kind, readFileSync(file, 'utf8'));
  } catch {
    throw new OperatorError(`${name} must name a file with a ${kind} X25519 key (PEM), not ${file}.`);
  }
}

/** @throws ConfigError naming every invalid setting */
export function storeOf(service: Store['service'], env: Environment): Store {
  const [owner, own] = ['DATABASE_OWNER_URL', 'DATABASE_URL'].map((name) => readSetting(env, name).value);
  const application = owner && own ? roleIn(own) : undefined;
  const keyOf: Store['keyOf'] = (kind) => keyIn(env, kind);
  if (service === 'recorder') {
    const { database: address } = readRecorderConfig(withOwnerUrl(env));
    const tables = RECORDER_TABLES;
    const facts = 'recorder_facts';
    return { service, address, application, migrations: RECORDER_MIGRATIONS, tables, facts, shortLived: [], keyOf };
  }
  return {
    service,
    address: readConfig(withOwnerUrl(env)).database,
    application,
    migrations: MIGRATIONS,
    tables: TABLES,
    facts: 'facts',
    shortLived: SHORT_LIVED,
    keyOf,
  };
}

/** Returns the tables that a backup holds, parents before children: the order in which they can be filled. */
export function backedUpTables({ tables, shortLived, migrations }: Store): string[] {
  return tables.filter((name) => name !== migrations.log && !shortLived.includes(name)).reverse();
}

export async function tablesIn(db: Kysely<AnyTables>): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}

const inUse = (by: string) =>
  new OperatorError(`The database is in use${by}. Stop everything that uses it first. Nothing was changed.`);

/** Stores for the metrics that something was done now. */
export async function storeMoment({ address, facts }: Store, name: 'backup' | 'restore-test'): Promise<void> {
  const value = now();
  await withDatabase<AnyTables, void>(address, async ({ db }) => {
    // A recorder of an earlier release has no such table.
    if (!(await tablesIn(db)).has(facts)) return;
    const insert = db.insertInto(facts).values({ name, value });
    await insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
  });
}

/** Changing the journal mode of a SQLite file needs exclusive access: failure means another process has it open. */
function requireUnusedFile(file: string): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() ?? {};
    if (mode !== 'delete') throw inUse('');
  } catch (error) {
    throw error instanceof OperatorError ? error : inUse('');
  } finally {
    database.close();
  }
}

/** @throws OperatorError while another process is connected to the store's database */
export async function requireUnused(store: Store): Promise<void> {
  if (!store.address.url) return requireUnusedFile(store.address.file);
  const { rows } = await withDatabase(store.address, ({ db }) =>
    sql<{ others: string }>`select count(*) as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`.execute(db),
  );
  const others = Number(rows[0]?.others ?? 0);
  if (others > 0) throw inUse(` by ${others} connection${others === 1 ? '' : 's'}`);
}

interface BackupArguments {
  store: Store;
  file: string;
  replace: boolean;
  isTest: boolean;
}

const OPTIONS = ['--recorder', '--replace', '--test'];

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
    isTest: args.includes('--test'),
  };
}

/** Runs one of the commands with the command-line arguments and prints its result, or why it failed. */
export async function runBackupCommand(
  usage: string,
  work: (order: BackupArguments) => Promise<string>,
): Promise<void> {
  printResult(await resultOf(async () => work(readArguments(process.argv.slice(2), usage))));
}
