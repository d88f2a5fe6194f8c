/**
 * Runs the suite twice: on SQLite and on a real PostgreSQL, which is the server at DATABASE_URL, the suite's embedded
 * one, or the system's. The unit tests in src use no test database, so they run once.
 * `node test/run.ts [--only=sqlite|postgres] [--soak] [test files]`
 * With `--soak`, runs only the tests that have a long form, in that form.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startPostgres } from './postgres.ts';
import { fillTemplate, type Template, type TestDatabase } from './templates.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Environment of a soak run, and the tests that read it. */
const SOAK = {
  env: { HOSTILE_BODIES: '10000', CRASH_KILLS: '100', STREAM_KILLS: '100', STREAM_LEAKS: 'all', PUSH_EVENTS: '1000' },
  files: [
    'test/hostile.test.ts',
    'test/crash.test.ts',
    'test/stream-kills.test.ts',
    'test/stream-leaks.test.ts',
    'test/push.test.ts',
  ],
};
type Round = 'sqlite' | 'postgres';

/** Test files that one process runs, one after another. */
interface Batch {
  round: Round;
  files: string[];
}

const isSoak = process.argv.includes('--soak');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const ROUNDS = (['sqlite', 'postgres'] as const).filter((round) => only === undefined || only === round);

/** Loading the API and compiling its schemas takes longer than the average file's tests, so files share a process. */
const FILES_PER_PROCESS = isSoak ? 1 : 12;
/** One process more than there are processors: these tests spend a fifth of their time waiting. */
const AT_ONCE = availableParallelism() + 1;

function testFiles(round: Round): string[] {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (named.length > 0) return named;
  if (isSoak) return SOAK.files;
  const patterns = round === 'sqlite' ? ['src/**/*.test.ts', 'test/**/*.test.ts'] : ['test/**/*.test.ts'];
  return globSync(patterns, { cwd: ROOT }).sort();
}

/** Deals a round's files out like cards: neighbours, such as the long tests of the stream, go to different processes. */
function batchesOf(round: Round): Batch[] {
  const files = testFiles(round);
  const count = Math.ceil(files.length / FILES_PER_PROCESS);
  return Array.from({ length: count }, (_, batch) => ({
    round,
    files: files.filter((_file, index) => index % count === batch),
  }));
}

/** Whether the summary of `node --test` says that all tests passed. */
function hasPassed(output: string): boolean {
  const count = (name: string) => new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(stripVTControlCharacters(output))?.[1];
  return count('fail') === '0' && count('cancelled') === '0';
}

/**
 * Runs a batch, then prints its output in one piece. Returns whether all its tests passed. The exit code alone doesn't
 * say: the embedded PostgreSQL package, which some tests load, ends an idle process with code 0.
 */
function runBatch({ round, files }: Batch, roundEnv: NodeJS.ProcessEnv): Promise<boolean> {
  const { DATABASE_URL: _unused, NODE_TEST_CONTEXT: _parent, ...inherited } = process.env;
  const env = {
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    ...(isSoak ? SOAK.env : {}),
    ...inherited,
    ...roundEnv,
  };
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec'];
  const child = spawn(process.execPath, [...options, ...files], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((done) => {
    child.once('close', (code) => {
      const names = files.map((file) => basename(file, '.test.ts')).join(', ');
      const text = Buffer.concat(output).toString();
      process.stdout.write(`\nAPI tests on ${round}: ${names}\n${text}`);
      done(code === 0 && hasPassed(text));
    });
  });
}

/** Databases that the tests of a round copy. */
type Templates = Record<Template, TestDatabase>;

async function fillTemplates(server: string | undefined): Promise<Templates> {
  const demo = await fillTemplate('demo', server);
  return { demo, production: await fillTemplate('production', server) };
}

/** Runs all batches. Returns the rounds that failed. */
async function runAll(postgres: string | undefined): Promise<Set<Round>> {
  const waiting = ROUNDS.flatMap(batchesOf);
  const failed = new Set<Round>();
  const servers: Record<Round, string | undefined> = { sqlite: undefined, postgres };
  const templates: Partial<Record<Round, Templates>> = {};
  // For a single process, filling them in it is faster.
  if (waiting.length > ROUNDS.length)
    for (const round of ROUNDS) templates[round] = await fillTemplates(servers[round]);
  const envOf = (round: Round) => ({
    TEST_POSTGRES_URL: servers[round],
    TEST_TEMPLATE_DEMO: templates[round]?.demo.place,
    TEST_TEMPLATE_PRODUCTION: templates[round]?.production.place,
  });
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift())
      if (!(await runBatch(batch, envOf(batch.round)))) failed.add(batch.round);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const filled of Object.values(templates).flatMap((round) => Object.values(round))) await filled.drop();
  return failed;
}

const given = process.env.DATABASE_URL;
const server = ROUNDS.includes('postgres') && !given ? await startPostgres({ isDurable: false }) : undefined;
const failed = await runAll(given || server?.url);
await server?.stop();
for (const round of ROUNDS)
  process.stdout.write(`\nAPI tests on ${round}: ${failed.has(round) ? 'FAILED' : 'passed'}\n`);
// Not `exitCode`: the embedded PostgreSQL package ends an idle process with code 0.
process.exit(failed.size === 0 ? 0 : 1);
