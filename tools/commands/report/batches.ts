import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** Test files that one process runs, one after another. */
export interface Batch {
  title: string;
  files: string[];
  env?: NodeJS.ProcessEnv | undefined;
}

/** Deals files out like cards: neighbours, which often take about as long, go to different processes. */
export function dealOut(files: readonly string[], perProcess: number): string[][] {
  const count = Math.ceil(files.length / perProcess);
  return Array.from({ length: count }, (_, hand) => files.filter((_file, index) => index % count === hand));
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
function runBatch({ title, files, env }: Batch, cwd: string): Promise<boolean> {
  const { NODE_TEST_CONTEXT: _parent, ...inherited } = process.env;
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec'];
  const child = spawn(process.execPath, [...options, ...files], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...inherited, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((done) => {
    child.once('close', (code) => {
      const text = Buffer.concat(output).toString();
      process.stdout.write(`\n${title}\n${text}`);
      done(code === 0 && hasPassed(text));
    });
  });
}

/**
 * Runs batches of `node --test`, `atOnce` at a time: loading the servers' modules takes longer than the average file's
 * tests, so files share a process.
 * @returns the batches that failed
 */
export async function runBatches<B extends Batch>(batches: readonly B[], cwd: string, atOnce: number): Promise<B[]> {
  const waiting = [...batches];
  const failed: B[] = [];
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift())
      if (!(await runBatch(batch, cwd))) failed.push(batch);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}
