import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPO } from 'server-kit/paths';
import type { Stack } from './stack.ts';

/** Runs `npm run publish-remote -- …` against the stack's deploy root, as a team would. Returns its output. */
export async function publishRemote({ deployRoot, teamKeysFile }: Stack, ...args: string[]): Promise<string> {
  const env = { ...process.env, DEPLOY_ROOT: deployRoot, TEAM_KEYS_FILE: teamKeysFile };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'publish-remote', '--', ...args], {
    cwd: REPO,
    env,
  });
  return stdout;
}
