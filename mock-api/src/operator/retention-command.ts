/** `npm run retention -- …`: what is over its retention period, in the databases of the API and of the recorder. */
import { existsSync } from 'node:fs';
import { type Environment, EnvironmentReader } from 'server-kit/environment';
import { withSecretFrom } from 'server-kit/outside/secret-files';
import { type Retention, readRetention } from '../config/retention.ts';
import { type DatabaseAddress, withDatabase } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { readRecorderConfig } from '../recorder/config.ts';
import { countOldSurveys, deleteOldSurveys } from '../recorder/erasure.ts';
import type { RecorderTables } from '../recorder/tables.ts';
import { countSurveyErasures } from '../repositories/accounts/erasure.ts';
import { countAuditBefore } from '../repositories/audit-chain.ts';
import { type Counts, countExpired, deleteExpiredData } from '../retention/job.ts';
import { periodStart, RETENTION_KINDS } from '../retention/kinds.ts';
import { type OperatorCommand, runOperatorCommand, type Subcommands } from './command.ts';

/** Reads the periods with the defaults of production, whatever database it is. */
function periodsIn(environment: Environment): Retention {
  const env = new EnvironmentReader(environment);
  const periods = readRetention(env, false);
  env.check();
  return periods;
}

/** Returns the recorder's database if it is here: a hospital may run a recorder elsewhere. */
function recorderAddress(env: Environment): DatabaseAddress | undefined {
  const own = { ...withSecretFrom(env, 'DATABASE_URL', 'RECORDER_DATABASE_URL'), DEMO_MODE: '1' };
  const { database } = readRecorderConfig(own);
  return database.url || existsSync(database.file) ? database : undefined;
}

/** Runs `work` with the recorder's tables. Returns undefined if there are none. */
async function withRecorder(
  env: Environment,
  work: (db: Parameters<typeof countOldSurveys>[0]) => Promise<number>,
): Promise<number | undefined> {
  const address = recorderAddress(env);
  if (!address) return undefined;
  return withDatabase<RecorderTables, number | undefined>(address, async ({ db }) => {
    const tables = await db.introspection.getTables();
    return tables.some(({ name }) => name === 'erased_people') ? work(db) : undefined;
  });
}

async function countAudit(db: Db, days: number | undefined): Promise<number> {
  return days === undefined ? 0 : countAuditBefore(db, periodStart(days));
}

const line = (count: number | undefined, what: string, days: number | undefined) =>
  days === undefined ? `-\t${what} (kept forever)` : `${count ?? 0}\t${what} (${days} days)`;

function describe(counts: Counts, surveys: number | undefined, periods: Retention): string[] {
  return [
    ...RETENTION_KINDS.map(({ name, what }) => line(counts[name], what, periods[name])),
    surveys === undefined
      ? '-\tsurveys at the recorder: its database is not here'
      : line(surveys, 'surveys at the recorder, with answers', periods.surveys),
  ];
}

/** Counts what the nightly job would delete, and deletes nothing. Some accounts may count twice. */
async function dryRun(db: Db): Promise<string> {
  const periods = periodsIn(process.env);
  const { surveys: days } = periods;
  const surveys = await withRecorder(process.env, (recorder) =>
    days === undefined ? Promise.resolve(0) : countOldSurveys(recorder, days),
  );
  return [
    'Over their period, and not deleted by this command:',
    ...describe(await countExpired(db, periods), surveys, periods),
    line(await countAudit(db, periods.audit), 'entries of the audit log: npm run audit -- prune-old', periods.audit),
    `${await countSurveyErasures(db)}\terasures that the recorder has not confirmed yet`,
  ].join('\n');
}

async function deleteNow(db: Db): Promise<string> {
  const periods = periodsIn(process.env);
  const counts = await deleteExpiredData(db, periods);
  const surveys = await withRecorder(process.env, (recorder) => deleteOldSurveys(recorder, periods.surveys));
  return ['Deleted:', ...describe(counts, surveys, periods)].join('\n');
}

const SUBCOMMANDS: Subcommands = {
  '--dry-run': {
    help: '--dry-run    how much is over its period',
    needsArgument: false,
    run: ({ db }) => dryRun(db),
  },
  now: {
    help: 'now          delete it, as the APIs and the recorder do every night',
    needsArgument: false,
    run: ({ db }) => deleteNow(db),
  },
};

const RETENTION: OperatorCommand = {
  name: 'retention',
  subcommands: SUBCOMMANDS,
  settings: 'Reads RETAIN_…_DAYS, and DATABASE_URL or DATA_DIR, like the API.',
};

await runOperatorCommand(RETENTION);
