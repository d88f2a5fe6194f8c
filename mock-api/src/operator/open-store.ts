import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { numberChanges } from '../changes/numbers.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { MIGRATIONS } from '../db/migrations.ts';
import { openDatabase } from '../db/open.ts';
import type { Db, Tables } from '../db/schema.ts';
import { insertMessage } from '../repositories/messages/messages.ts';
import { type MessageStore, Notifier } from '../services/messages/notifier.ts';
import { OperatorError } from './operator-error.ts';

/** What the operator's commands work with. */
export interface Store {
  db: Db;
  notifier: Notifier;
}

/** Queues messages in the database. The API, which has the drivers, sends them within seconds while it runs. */
const FOR_THE_API: MessageStore = { post: (trx, message) => insertMessage(trx, message, false), kick: () => undefined };

/** Returns whether the database has every migration that this version of the API knows. */
async function isUpToDate(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === MIGRATIONS.log)) return false;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS.log)}`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.list.every(({ name }) => applied.has(name));
}

/**
 * Runs `work` with the API's database, whether the API is running or not, then closes it.
 * @throws OperatorError if there is no database, or it is of an older version of the API
 * @throws ConfigError naming every invalid setting
 */
export async function withStore<Answer>(env: Environment, work: (store: Store) => Promise<Answer>): Promise<Answer> {
  const config = readConfig(env);
  const { database: address } = config;
  if (!address.url && !existsSync(address.file)) {
    throw new OperatorError(`There is no database at ${address.file}. DATA_DIR or DATABASE_URL says where it is.`);
  }
  const database = openDatabase<Tables>(address);
  const { db } = database;
  try {
    if (!(await isUpToDate(db))) {
      throw new OperatorError('This database is not of this version: start the API once, which brings it up to date.');
    }
    const answer = await work({ db, notifier: new Notifier(FOR_THE_API, config) });
    // Streams whose session has ended are closed immediately once the changes have numbers.
    await numberChanges(database);
    return answer;
  } finally {
    await db.destroy();
  }
}
