import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import type { Verdict } from './budgets.ts';

/** Limit for the 99th percentile in milliseconds, the same as in the API's own test. */
const LIMIT = 200;
const MEASURED = /^desk list (\S+): p99 (\d+) ms$/gm;

/** Runs the API's own measurement on one database. @returns its output */
async function runMeasurement(database: 'sqlite' | 'postgres'): Promise<string> {
  const runner = spawn(process.execPath, ['test/run.ts', `--only=${database}`, 'test/desk-load.test.ts'], {
    cwd: join(REPO, 'mock-api'),
    env: { ...process.env, DESK_TIMES: 'measured' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  runner.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(runner, 'close');
  return printed;
}

/** Measures the response time of every list of the desk with a hospital's data, on both databases. */
export async function measureDeskLists(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const database of ['sqlite', 'postgres'] as const) {
    const printed = await runMeasurement(database);
    const lists = [...printed.matchAll(MEASURED)];
    if (lists.length === 0)
      throw new Error(`The desk's lists were not measured on ${database}:\n${printed.slice(-2_000)}`);
    for (const [, list = '', ms] of lists)
      verdicts.push({
        aim: `desk, ${decodeURIComponent(list)} on ${database}: p99 under ${LIMIT} ms`,
        found: `${ms} ms`,
        ok: Number(ms) < LIMIT,
      });
  }
  return verdicts;
}
