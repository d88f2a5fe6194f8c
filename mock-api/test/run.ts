/**
 * Runs the suite twice: on SQLite and on a real PostgreSQL, which is the server at DATABASE_URL, the suite's embedded
 * one, or the system's. The unit tests in src use no test database, so they run once.
 * `node test/run.ts [--only=sqlite|postgres] [--short] [--soak] [test files]`
 * With `--short`, leaves out kills, leaks and load, and runs only those tests on PostgreSQL that depend on it. With `--soak`, runs only the tests that have a
 * long form, in that form.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { type Batch, dealOut, runBatches } from 'tools/commands/report/batches';
import { startPostgres } from './support/postgres.ts';
import { fillTemplate, type Template, type TestDatabase } from './support/templates.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Environment of a soak run, and the tests that read it. */
const SOAK = {
  env: {
    HOSTILE_BODIES: '10000',
    CRASH_KILLS: '100',
    AUDIT_KILLS: '30',
    FEED_KILLS: '100',
    FEED_MUTATIONS: '10000',
    FEED_SEQUENCES: '1000',
    STREAM_KILLS: '100',
    STREAM_LEAKS: 'all',
    PUSH_EVENTS: '1000',
    TEXT_TRIES: '10000',
  },
  files: [
    'test/hostile/hostile.test.ts',
    'test/operation/crash.test.ts',
    'test/operation/audit-out.test.ts',
    'test/feed/feed-kills.test.ts',
    'test/feed/feed-mutations.test.ts',
    'test/feed/wrong-patient.test.ts',
    'test/stream/stream-kills.test.ts',
    'test/stream/stream-leaks.test.ts',
    'test/messages/push.test.ts',
    'test/messages/text-abuse.test.ts',
  ],
};
/**
 * What only PostgreSQL can show: the statements of all routes (hostile, matrix), its triggers and roles, concurrent
 * processes, notifications, outages, migrations and backups.
 */
const ONLY_POSTGRES = [
  'admissions-migration',
  'audit-chain',
  'backup',
  'database-roles',
  'desk-worklist',
  'desk-worklist-migration',
  'ended-supports-migration',
  'failover',
  'feed-kills',
  'feed-worker',
  'hostile',
  'limits',
  'matrix',
  'notification-kind-migration',
  'outage',
  'outbox',
  'previous-release',
  'process',
  'retention',
  'stream',
  'stream-claims',
].map((name) => `test/*/${name}.test.ts`);

/** What `--short` leaves out: kills, leaks and load. */
const LONG = ['audit-out', 'crash', 'desk-load', 'feed-kills', 'feed-weeks', 'stream-kills', 'stream-leaks'].map(
  (name) => `test/*/${name}.test.ts`,
);

type Round = 'sqlite' | 'postgres';

const isSoak = process.argv.includes('--soak');
const isShort = process.argv.includes('--short');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const ROUNDS = (['sqlite', 'postgres'] as const).filter((round) => only === undefined || only === round);

const FILES_PER_PROCESS = isSoak ? 1 : 12;
/** One process more than there are processors: these tests spend a fifth of their time waiting. */
const AT_ONCE = availableParallelism() + 1;

function testFiles(round: Round): string[] {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (named.length > 0) return named;
  if (isSoak) return SOAK.files;
  if (isShort && round === 'postgres') return globSync(ONLY_POSTGRES, { cwd: ROOT });
  const patterns = round === 'sqlite' ? ['src/**/*.test.ts', 'test/**/*.test.ts'] : ['test/**/*.test.ts'];
  return globSync(patterns, { cwd: ROOT, exclude: isShort ? LONG : [] }).sort();
}

/** Returns a round's batches. @param env places of its databases */
function batchesOf(round: Round, env: NodeJS.ProcessEnv): Batch[] {
  return dealOut(testFiles(round), FILES_PER_PROCESS).map((files) => ({
    group: round,
    title: `API tests on ${round}: ${files.map((file) => basename(file, '.test.ts')).join(', ')}`,
    files,
    // A soak's amounts can be set from outside.
    env: { ...(isSoak ? { ...SOAK.env, ...process.env } : {}), DATABASE_URL: undefined, ...env },
  }));
}

/** Databases that the tests of a round copy. */
type Templates = Record<Template, TestDatabase>;

async function fillTemplates(server: string | undefined): Promise<Templates> {
  const demo = await fillTemplate('demo', server);
  return { demo, production: await fillTemplate('production', server) };
}

/** Runs all batches. Returns whether all passed. */
async function runAll(postgres: string | undefined): Promise<boolean> {
  const servers: Record<Round, string | undefined> = { sqlite: undefined, postgres };
  const templates: Partial<Record<Round, Templates>> = {};
  // For a single process, filling them in it is faster.
  if (ROUNDS.some((round) => testFiles(round).length > FILES_PER_PROCESS))
    for (const round of ROUNDS) templates[round] = await fillTemplates(servers[round]);
  const batches = ROUNDS.flatMap((round) =>
    batchesOf(round, {
      TEST_POSTGRES_URL: servers[round],
      TEST_TEMPLATE_DEMO: templates[round]?.demo.place,
      TEST_TEMPLATE_PRODUCTION: templates[round]?.production.place,
    }),
  );
  const allPassed = await runBatches(batches, ROOT, AT_ONCE);
  for (const filled of Object.values(templates).flatMap((round) => Object.values(round))) await filled.drop();
  return allPassed;
}

const given = process.env.DATABASE_URL;
const server = ROUNDS.includes('postgres') && !given ? await startPostgres({ isDurable: false }) : undefined;
const allPassed = await runAll(given || server?.url);
await server?.stop();
process.exitCode = allPassed ? 0 : 1;
