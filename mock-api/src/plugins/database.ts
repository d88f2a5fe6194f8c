/** The database of a service: migrated before anything uses it, and closed after everything else. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { measureBackups } from '../common/metrics.ts';
import type { Config } from '../config/config.ts';
import { CALL_TIMEOUT, type Database, type DatabaseAddress, openDatabase, withDatabase } from '../db/open.ts';
import { ownsAudit } from '../db/roles.ts';
import type { Db, Tables } from '../db/schema.ts';
import { pingDatabase, readFact } from '../repositories/facts.ts';
import { prepareDatabase } from '../services/demo/prepare.ts';

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
    database: Database<Tables>;
    db: Db;
  }
}

/** Prepares a service's database, then opens it for requests. */
export async function openForRequests<Schema>(
  app: FastifyInstance,
  address: DatabaseAddress,
  prepare: (database: Database<Schema>) => Promise<void>,
): Promise<Database<Schema>> {
  await withDatabase(address, prepare);
  const database = openDatabase<Schema>(address, {
    statementTimeout: CALL_TIMEOUT,
    onLost: (error) => app.log.warn({ name: error.name }, 'database connection lost'),
  });
  app.addHook('onClose', () => database.db.destroy());
  return database;
}

export const database = fastifyPlugin(async (app: FastifyInstance) => {
  const { config } = app;
  const prepare = (own: Database<Tables>) => prepareDatabase(own, config);
  const opened = await openForRequests(app, config.database, prepare);
  app.readiness.set('database', () => pingDatabase(opened.db));
  measureBackups(app.metrics, (name) => readFact(opened.db, name));
  app.decorate('database', opened);
  app.decorate('db', opened.db);
  if (!config.demo.on && opened.engine === 'postgres' && (await ownsAudit(opened.db)))
    app.log.warn('the role in DATABASE_URL owns the audit log and could change it (docs/operate.md, Database roles)');
});
