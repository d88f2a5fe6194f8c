import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { REPO } from 'server-kit/paths';
import { type Flaky, readFlaky, writeFlaky } from './records.ts';

interface Rerun {
  command: string;
  args: string[];
  /** Folder that the command runs in, from the repository's root. */
  folder: string;
  times: number;
}

/** Returns how to run a test a number of times. Playwright repeats a test itself; the other runners take a file. */
function rerunOf({ stage, group = '', file, line, title }: Flaky, times: number): Rerun {
  const node = { command: process.execPath, folder: '.', times };
  if (stage === 'engines')
    return { ...node, args: ['tools/commands/engines.ts', '--engine', group, '--journey', title] };
  if (stage === 'unit') return { command: 'npx', folder: '.', times, args: ['jest', file] };
  if (file.startsWith('mock-api/'))
    return { ...node, args: ['mock-api/test/run.ts', `--only=${group}`, join(REPO, file)] };
  if (!file.endsWith('.spec.ts')) return { ...node, args: ['tools/commands/node-tests.ts', file] };
  const args = ['playwright', 'test', `${join(REPO, file)}:${line}`, `--project=${group}`, `--repeat-each=${times}`];
  return { command: 'npx', folder: 'e2e', times: 1, args };
}

/**
 * Runs each test that once passed only at a second try a number of times, without retries. Those that always pass
 * leave the list.
 * @returns the tests that failed at least once
 */
export async function rerunFlaky(times: number, env: NodeJS.ProcessEnv): Promise<Flaky[]> {
  const failed: Flaky[] = [];
  for (const test of await readFlaky()) {
    console.log(`\n== ${test.file}:${test.line} › ${test.title}, ${times} times ==`);
    const { command, args, folder, times: runs } = rerunOf(test, times);
    const options = { cwd: join(REPO, folder), env: { ...env, TEST_RETRIES: '0' }, stdio: 'inherit' as const };
    const statuses = Array.from({ length: runs }, () => spawnSync(command, args, options).status);
    if (statuses.some((status) => status !== 0)) failed.push(test);
  }
  await writeFlaky(failed);
  return failed;
}
