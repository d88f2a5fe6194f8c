import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { readConfig } from '../config.ts';
import { MIGRATIONS } from '../db/migrations.ts';
import { openDatabase } from '../db/open.ts';
import type { Db, Tables } from '../db/schema.ts';
import type { Environment } from '../environment.ts';
import { numberChanges } from '../live/numbers.ts';
import { insertMessage } from '../repositories/messages.ts';
import { type MessageStore, Notifier } from '../services/notifier.ts';
import { OperatorError } from './operator-error.ts';

/** What an operator works on. */
export interface Store {
  db: Db;
  notifier: Notifier;
}

/** Messages wait in the database for the API, which knows how they leave, and sends them within seconds when it runs. */
const FOR_THE_API: MessageStore = { post: (trx, message) => insertMessage(trx, message, false), kick: () => undefined };

/** Whether the database has had every migration that this version of the API knows. */
async function isUpToDate(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === MIGRATIONS.log)) return false;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS.log)}`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.list.every(({ name }) => applied.has(name));
}

/**
 * Does something with the API's database, while the API runs or not, and closes it.
 * @throws OperatorError when there is no database, or one that an older API has left
 * @throws ConfigError that names every setting that cannot be used
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
    // Streams that this ends hear of it at once.
    await numberChanges(database);
    return answer;
  } finally {
    await db.destroy();
  }
}
