import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPO } from '../../shell/gateway/paths.ts';
import type { Stack } from './stack.ts';

/** Runs `npm run publish-remote -- …` against the stack's deploy root, as a team would. Returns what it printed. */
export async function publishRemote({ deployRoot }: Stack, ...args: string[]): Promise<string> {
  const env = { ...process.env, DEPLOY_ROOT: deployRoot };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'publish-remote', '--', ...args], {
    cwd: REPO,
    env,
  });
  return stdout;
}
