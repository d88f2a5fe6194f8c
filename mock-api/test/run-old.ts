/**
 * Runs the suite twice: on SQLite and on a real PostgreSQL, which is the server at DATABASE_URL, the suite's embedded
 * one, or the system's. The unit tests in src use no test database, so they run once.
 * `node test/run.ts [--only=sqlite|postgres] [--soak] [test files]`
 * With `--soak`, runs only the tests that have a long form, in that form.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { startPostgres } from './postgres.ts';

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
/**
 * One file more than there are processors: these tests spend a fifth of their time waiting for processes and timers.
 */
const AT_ONCE = `--test-concurrency=${availableParallelism() + 1}`;

type Round = 'sqlite' | 'postgres';

const isSoak = process.argv.includes('--soak');

function testFiles(round: Round): string[] {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (named.length > 0) return named;
  if (isSoak) return SOAK.files;
  const patterns = round === 'sqlite' ? ['src/**/*.test.ts', 'test/**/*.test.ts'] : ['test/**/*.test.ts'];
  return globSync(patterns, { cwd: ROOT }).sort();
}

function runTests(round: Round, env: Record<string, string> = {}): Promise<boolean> {
  const { DATABASE_URL: _unused, NODE_TEST_CONTEXT: _parent, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--test', AT_ONCE, '--test-reporter=spec', ...testFiles(round)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...(isSoak ? SOAK.env : {}), ...inherited, ...env },
  });
  return new Promise((done) => {
    child.once('exit', (code) => done(code === 0));
  });
}

async function onPostgres(): Promise<boolean> {
  const given = process.env.DATABASE_URL;
  if (given) return runTests('postgres', { TEST_POSTGRES_URL: given });
  const server = await startPostgres();
  try {
    return await runTests('postgres', { TEST_POSTGRES_URL: server.url });
  } finally {
    await server.stop();
  }
}

const ROUNDS: Record<Round, () => Promise<boolean>> = { sqlite: () => runTests('sqlite'), postgres: onPostgres };

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
let passed = true;
for (const [name, round] of Object.entries(ROUNDS)) {
  if (only !== undefined && only !== name) continue;
  process.stdout.write(`\nAPI tests on ${name}\n`);
  const ok = await round();
  process.stdout.write(`\nAPI tests on ${name}: ${ok ? 'passed' : 'FAILED'}\n`);
  passed &&= ok;
}
// Not `exitCode`: the embedded PostgreSQL package ends an idle process with code 0.
process.exit(passed ? 0 : 1);
