import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { REPO } from 'server-kit/paths';
import timeOuts from 'shared-ui/time-outs.json' with { type: 'json' };
import type { Line } from './reporter.ts';
import { type Failure, formatFailure } from './results.ts';

/** Test files that one process runs, one after another. */
export interface Batch {
  title: string;
  files: string[];
  env?: NodeJS.ProcessEnv | undefined;
  /** Name of the round, if the same files run in several. */
  group?: string;
  /** Whether a test may take long, as it installs packages or plays a guide. */
  isLong?: boolean;
}

/** Deals files out like cards: neighbours, which often take about as long, go to different processes. */
export function dealOut(files: readonly string[], perProcess: number): string[][] {
  const count = Math.ceil(files.length / perProcess);
  return Array.from({ length: count }, (_, hand) => files.filter((_file, index) => index % count === hand));
}

/** Number of times that a failed file is run again. Also read by e2e/playwright.config.ts and the engines. */
export const RETRIES = Number(process.env.TEST_RETRIES ?? 2);

interface FileResult {
  passed: number;
  failures: Failure[];
}

/** Results by path from the repository's root. */
type FileResults = Map<string, FileResult>;

const REPORTER = join(import.meta.dirname, 'reporter.ts');

/**
 * Runs a batch, then prints its output in one piece. A process that ends before its tests do is a failure of all its
 * files, whatever its exit code.
 */
async function runBatch({ title, files, env, group, isLong = false }: Batch, cwd: string): Promise<FileResults> {
  const { NODE_TEST_CONTEXT: _parent, ...inherited } = process.env;
  const report = join(tmpdir(), `node-tests-${randomUUID()}.jsonl`);
  const reporters = ['spec', 'stdout', REPORTER, report].map(
    (value, index) => `--test-reporter${index % 2 === 0 ? '' : '-destination'}=${value}`,
  );
  // A test that is still waiting when its time is over would keep the process alive.
  const options = [
    '--test-isolation=none',
    '--test-force-exit',
    `--test-timeout=${isLong ? timeOuts.longTest : timeOuts.test}`,
  ];
  const child = spawn(process.execPath, ['--test', ...options, ...reporters, ...files], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...inherited, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  process.stdout.write(`\n${title}\n${Buffer.concat(output).toString()}`);

  const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  await rm(report, { force: true });
  const results: FileResults = new Map(files.map((file) => [pathOf(file, cwd), { passed: 0, failures: [] }]));
  let isDone = false;
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    if ('done' in line) isDone = true;
    else if (line.passed) resultIn(results, line.file).passed += 1;
    else resultIn(results, line.file).failures.push({ ...line, group });
  }
  const hasFailure = [...results.values()].some(({ failures }) => failures.length > 0);
  if (!isDone || (code !== 0 && !hasFailure)) {
    for (const [file, { failures }] of results)
      failures.push({ group, file, line: 1, title: 'all tests', message: `Their process ended early (code ${code}).` });
  }
  return results;
}

const pathOf = (file: string, cwd: string) => relative(REPO, resolve(cwd, file));

function resultIn(results: FileResults, file: string): FileResult {
  const result = results.get(file) ?? { passed: 0, failures: [] };
  results.set(file, result);
  return result;
}

/**
 * Runs a batch, and its failed files again, each in a separate process. A helper that defines tests has none of its own:
 * if one of those failed, all files run again. Returns first and last results.
 */
async function runWithRetries(batch: Batch, cwd: string): Promise<{ first: FileResults; last: FileResults }> {
  const own = batch.files.map((file) => pathOf(file, cwd));
  const first = await runBatch(batch, cwd);
  const last: FileResults = new Map(first);
  for (let tries = 1; tries <= RETRIES; tries++) {
    const failed = [...last].filter(([, { failures }]) => failures.length > 0).map(([file]) => file);
    if (failed.length === 0) break;
    const isOfHelper = failed.some((file) => !own.includes(file));
    for (const files of isOfHelper ? [own] : failed.map((file) => [file])) {
      const title = `${batch.title}\nAgain: ${files.join(', ')}`;
      const results = await runBatch({ ...batch, title, files: files.map((file) => resolve(REPO, file)) }, cwd);
      for (const [path, result] of results) last.set(path, result);
    }
  }
  return { first, last };
}

/**
 * Runs batches of `node --test`, `atOnce` at a time: loading the servers' modules takes longer than the average file's
 * tests, so files share a process. Prints what failed, what passed at a second try, and the totals.
 * @returns whether everything passed in the end
 */
export async function runBatches(batches: readonly Batch[], cwd: string, atOnce: number): Promise<boolean> {
  const waiting = [...batches];
  const totals = { passed: 0, failed: 0 };
  const verdicts: string[] = [];
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const { first, last } = await runWithRetries(batch, cwd);
      for (const [file, { passed, failures }] of last) {
        totals.passed += passed;
        totals.failed += failures.length;
        verdicts.push(...failures.map((failure) => formatFailure('failed', failure)));
        if (failures.length > 0) continue;
        verdicts.push(...(first.get(file)?.failures ?? []).map((failure) => formatFailure('flaky', failure)));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.stdout.write(`\n${verdicts.map((line) => `${line}\n`).join('')}`);
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
  return totals.failed === 0;
}
