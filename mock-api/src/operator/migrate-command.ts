/**
 * `npm run migrate` updates the tables of the API and of the recorder as their owner (DATABASE_OWNER_URL), and grants
 * the role in DATABASE_URL what the application needs. Safe while processes run, and to repeat.
 */
import { ConfigError, EnvironmentReader } from 'server-kit/environment';
import { type Migrations, migrate, underStartLock } from '../db/migrate.ts';
import { MIGRATIONS, TABLES } from '../db/migrations.ts';
import { withDatabase } from '../db/open.ts';
import { grantToApplication, roleIn } from '../db/roles.ts';
import { RECORDER_MIGRATIONS, RECORDER_TABLES } from '../recorder/tables.ts';

interface Target {
  owner: string;
  application: string;
  migrations: Migrations;
  tables: readonly string[];
}

/** @throws ConfigError naming every invalid setting */
function readTargets(environment: NodeJS.ProcessEnv): Target[] {
  const env = new EnvironmentReader(environment);
  const required = (name: string) => {
    if (env.text(name) === undefined) env.problems.push(`${name} is missing: postgres://user:password@host/database`);
    return env.database(name) ?? '';
  };
  const owner = required('DATABASE_OWNER_URL');
  const application = required('DATABASE_URL');
  const recorderApplication = env.database('RECORDER_DATABASE_URL') ?? application;
  const recorderOwner = recorderApplication === application ? owner : required('RECORDER_DATABASE_OWNER_URL');
  env.check();
  return [
    { owner, application, migrations: MIGRATIONS, tables: TABLES },
    {
      owner: recorderOwner,
      application: recorderApplication,
      migrations: RECORDER_MIGRATIONS,
      tables: RECORDER_TABLES,
    },
  ];
}

const migrateAsOwner = ({ owner, application, migrations, tables }: Target): Promise<void> =>
  withDatabase({ url: owner, file: '' }, (database) =>
    underStartLock(database, async (trx) => {
      await migrate(trx, database.engine, migrations);
      await grantToApplication(trx, roleIn(application), tables, migrations.log);
    }),
  );

try {
  for (const target of readTargets(process.env)) await migrateAsOwner(target);
  process.stdout.write('The database is up to date.\n');
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? text : `The database could not be migrated: ${text}`}\n`);
  process.exitCode = 1;
}
