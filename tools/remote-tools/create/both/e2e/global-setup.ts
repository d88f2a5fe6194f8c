import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startShell } from 'e2e-kit';

const REMOTE = 'sample-remote';
const TEAM = 'e2e-team';

/** Starts Lodestar with demo data and publishes the build in dist/ there. Returns a function that stops it again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'lodestar-e2e-'));
  const keys = join(data, 'team');
  const command = (name: string, ...args: string[]) =>
    promisify(execFile)(join('node_modules', '.bin', name), args, { env: { ...process.env, DATA_ROOT: keys } });

  const shell = await startShell({ data });
  const stop = async () => {
    await shell.stop();
    await rm(data, { recursive: true, force: true });
  };
  try {
    const { stdout } = await command('keys', 'create', TEAM, '--remotes', REMOTE);
    const publicKey = /--public-key (\S+)/.exec(stdout)?.[1] ?? '';
    await command(
      'lodestar-shell',
      'keys',
      'add',
      TEAM,
      '--remotes',
      REMOTE,
      '--public-key',
      publicKey,
      '--data',
      data,
    );
    const key = join(keys, 'keys', `${TEAM}.pem`);
    await command('publish-remote', REMOTE, '--gateway', shell.origin, '--key', key, '--dir', 'dist');
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  process.env.LODESTAR_ORIGIN = shell.origin;
  return stop;
}
